/* The seed of the generator that draws, from 64 bits of a digest, as engine/core/chance.py has it. */

const GOLDEN = 0x9E3779B97F4A7C15n, MASK = 0xFFFFFFFFFFFFFFFFn, STUCK = (698769069n << 32n) - 1n;

export function seeded(seed) {
  let z = (seed + GOLDEN) & MASK;
  z = ((z ^ (z >> 30n)) * 0xBF58476D1CE4E5B9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94D049BB133111EBn) & MASK;
  z = z ^ (z >> 31n);
  return z === 0n || z === STUCK ? GOLDEN : z;
}
