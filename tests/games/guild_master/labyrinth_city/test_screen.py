"""What the screen of Labyrinth City shows: a map whose cells can be chosen, the turns that fit, the steps of an act."""

from __future__ import annotations

from .table import NewClass


def zone_of(scene, key):  # type: ignore[no-untyped-def]
    return next((zone for zone in scene.zones if zone.id == key), None)


def test_a_card_is_chosen_in_the_hand_then_a_cell_then_how_it_lies(new_class: NewClass) -> None:
    table = new_class()
    tee = table.of_class("tee")
    table.lay({0: [tee], 1: [table.of_class("corner")]}, "build", [table.of_class("straight")])
    assert {choice.on.split("/")[0] for choice in table.match.scene(0).choices} == {"group:guilds"}
    table.play(0, "build_category", table.letter(tee))
    scene = table.match.scene(0)
    assert scene.steps == (("card", True), ("place", False), ("turn", False))
    (hand,) = [zone.cards for zone in scene.zones if zone.layout == "hand"]
    assert [choice.on for choice in scene.choices if choice.on] == [f"card:{hand[0].id}"]
    assert hand[0].roads == "1110"
    table.play(0, "take_card", tee)
    scene = table.match.scene(0)
    free = {f"group:city/{group.key}" for group in zone_of(scene, "city").groups if group.key.startswith("spot")}
    assert {choice.on for choice in scene.choices if choice.on} == free
    assert len(free) == 2
    table.match.play(0, table.match.legal(0)[0])
    scene = table.match.scene(0)
    turns = zone_of(scene, "turns")
    assert {choice.on for choice in scene.choices if choice.on} == {f"card:{face.id}" for face in turns.cards}
    assert len({face.roads for face in turns.cards}) == len(turns.cards) == 3
    assert all(face.roads[2] == "1" for face in turns.cards), "the card lies north of a straight road"
    others = table.match.scene(1)
    assert zone_of(others, "turns") is None
    assert not [group for group in zone_of(others, "city").groups if group.state == "current"]


def test_the_map_marks_the_open_ends_and_grows_around_its_cards(new_class: NewClass) -> None:
    table = new_class()
    table.lay({0: [table.of_class("tee")], 1: [table.of_class("corner")]}, "build", [table.of_class("straight")])
    city = zone_of(table.match.scene(None), "city")
    (laid,) = [group for group in city.groups if group.key.startswith("card")]
    assert laid.badge == "north south" or set(laid.badge.split()) == {"north", "south"}
    assert city.centre == ("8", "6")
    assert all(0 <= group.at[0] < 6 and 0 <= group.at[1] < 8 for group in city.groups)


def test_where_leads_win_the_title_banners_tell_how_many_guilds_are_led(new_class: NewClass) -> None:
    table = new_class(city_title="most_leads").lay({0: ["Cross Roads", "Mason"], 1: ["Moat"]}, "build")
    table.play(0, "build_category", "T").lays(0, "Cross Roads")
    facts = [panel.facts[0] for panel in table.match.scene(1).seats]
    assert facts[:2] == [("guilds led", "1"), ("guilds led", "0")]


def test_banners_tell_the_best_guild_and_the_cards(new_class: NewClass) -> None:
    table = new_class().lay({0: ["Cross Roads", "Mason"], 1: ["Moat"]}, "build")
    table.play(0, "build_category", "T").lays(0, "Cross Roads")
    assert table.match.scene(1).seats[0].facts[:2] == (("Trade", "2"), ("cards", "1"))


def test_a_favour_may_be_asked_for_with_an_offer(new_class: NewClass) -> None:
    table = new_class().lay({0: ["Mason"], 1: ["Moat"]}).play(0, "offer_to", 1)
    extras = {extra.key: [choice.label for choice in extra.choices] for extra in table.match.scene(0).selection.extras}
    partner = table.match.naming("seat", 1)
    assert extras["promise"] == ["no favour", f"you will owe {partner} one", f"{partner} will owe you one"]
