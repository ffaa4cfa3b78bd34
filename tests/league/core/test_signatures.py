"""What the installation signs can be checked by anybody who has its public key, and by nothing else."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from league.core.rules.signatures import canonical, is_signed, public_key, sign
from league.core.services.installation_key import installation_key, signed_by_us

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
CONTENT = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(content=CONTENT, other=CONTENT)
def test_a_signature_holds_for_its_content_alone(content: object, other: object) -> None:
    signature = sign(KEY, content)
    assert is_signed(content, signature=signature, public=public_key(KEY))
    assert is_signed(other, signature=signature, public=public_key(KEY)) == (canonical(content) == canonical(other))


@pytest.mark.parametrize("signature", ["", "00" * 64, "zz", "é"])
@pytest.mark.parametrize("public", ["", "00" * 31, "x" * 64, public_key(KEY)])
def test_what_is_no_signature_or_key_proves_nothing(signature: str, public: str) -> None:
    assert not is_signed({"a": 1}, signature=signature, public=public)


def test_the_key_is_made_once_and_kept_from_others(tmp_path: Path, settings: Settings) -> None:
    settings.SIGNING_KEY, settings.VAR_DIR = "", tmp_path / "var"
    first = public_key(installation_key())
    assert public_key(installation_key()) == first
    assert (tmp_path / "var" / "signing-key").stat().st_mode & 0o777 == 0o600


def test_a_key_of_the_environment_is_used_and_stands_in_what_is_signed(settings: Settings) -> None:
    settings.SIGNING_KEY = bytes(range(32)).hex()
    signed = signed_by_us({"a": 1})
    signature = str(signed.pop("signature"))
    assert signed == {"a": 1, "key": public_key(KEY)}
    assert is_signed(signed, signature=signature, public=public_key(KEY))
