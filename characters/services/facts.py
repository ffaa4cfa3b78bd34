"""Record facts: the only writer of the chain."""

from collections.abc import Sequence

from django.db import connection, transaction

from characters.models import Character, Fact, RuleSet
from characters.rules import facts as rules
from characters.rules.house_rules import HouseRules
from characters.services.rows import insert_rows

COLUMNS = ("character_id", "number", "game", "content", "digest")


@transaction.atomic(savepoint=False)
def record_facts(*, entries: Sequence[tuple[int, rules.CareerFact]]) -> None:
    """Append each (character id, fact) to its character's chain, in the order given. Locks the characters in order of
    id, so that two writers never wait for each other in a circle. The careers catch up when the characters are
    reviewed."""
    locked = Character.objects.select_for_update(no_key=True).order_by("pk").only("last_fact", "last_digest")
    characters = {row.pk: row for row in locked.filter(pk__in={character_id for character_id, _ in entries})}
    rows = []
    for character_id, fact in entries:
        character = characters[character_id]
        content = rules.encode(fact)
        character.last_fact += 1
        character.last_digest = rules.digest(character.last_digest, content)
        rows.append((character_id, character.last_fact, fact.game, content, character.last_digest))
    insert_rows(Fact, COLUMNS, rows)
    # Plain SQL: Django's bulk_update would cost as much as all the rest.
    table = connection.ops.quote_name(Character._meta.db_table)
    ends = [(character.last_fact, character.last_digest, character.pk) for character in characters.values()]
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {table} SET last_fact = %s, last_digest = %s WHERE id = %s", ends)


def keep_rules(*, rules: HouseRules) -> RuleSet:
    """Return the stored set of these house rules, stored now if it is new."""
    return RuleSet.objects.get_or_create(digest=rules.digest, defaults={"settings": rules.canonical()})[0]
