/*
 * Random games of Guild Master, written by hand in C: the yardstick of the compiled speed.
 *
 *   guild_master DECK SEED FIRST GAMES SEATS OFFERS > results
 *
 * plays games FIRST .. FIRST + GAMES - 1 of the run seeded with SEED, each seat choosing at random, at most
 * OFFERS offers a trade phase, all other options at their defaults. It writes one `struct result` a game
 * to stdout and the processor time of playing and scoring, in nanoseconds, to stderr.
 *
 * DECK is a text file: the number of categories and of kinds of cards; then for each kind the categories of its
 * two resources, the category of its bonus, the kind that gives the bonus (-1: none), how many copies there are, and
 * for each copy the number by which shuffles tell it.
 *
 * The generator, the shuffle and the order of random choices are those of the workbench, so that results can be compared
 * game by game. All else is as suits C: a hand is a short sorted array of kinds (copies of a kind are alike), a set being
 * chosen is a list of positions in it, cards move only when a deal is struck, and no list of moves is ever made: the
 * number of choices is known from the counts alone.
 */

#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MAX_CARDS = 192,
    MAX_CATEGORIES = 16,
    MAX_SEATS = 8,
    DEAL_SIZE = 5,
    FULL_HAND = 5,
    DISCARD_MAX = 3,
    MAX_TURNS = 1000,
    STALL_ROUNDS = 3,
    DECLINED = -1,
    MULTIPLIER = 2147483085,
    DRAWERS = 256,
};

/* Cards */

struct kind {
    uint8_t resource[2];
    int16_t bonus_category;
    int16_t bonus_source;
};

struct deck {
    int categories, kinds, cards;
    bool has_copies;
    struct kind kind[MAX_CARDS];
    uint8_t card[MAX_CARDS]; /* the kind of each card, in order */
    uint64_t identity[MAX_CARDS]; /* of each card, 63 bits */
};

struct pile {
    int count;
    uint8_t kind[MAX_CARDS];
};

struct set { /* cards chosen from a hand, by position */
    int count;
    uint8_t at[MAX_CARDS];
};

struct game {
    uint64_t bots; /* the bots' generator */
    int seats, offers, first, turn, decisions;
    struct pile stock;
    struct pile hand[MAX_SEATS];
    struct pile built[MAX_SEATS];
};

struct result {
    int32_t winners, decisions, turns;
    int32_t leads[MAX_SEATS];
    int32_t points[MAX_SEATS][MAX_CATEGORIES];
};

/* Chance: a multiply-with-carry generator, value in the low and carry in the high half; shuffles have one of their own */

static uint32_t mix(uint32_t word)
{
    word = (word ^ word >> 16) * 0x21F0AAAD;
    word = (word ^ word >> 15) * 0x735A2D97;
    return word ^ word >> 15;
}

static uint32_t absorb(uint32_t start, uint64_t seed, uint64_t index, uint32_t stream)
{
    uint32_t word = mix(start ^ (uint32_t)seed);
    word = mix((word + 0x1E3779B9) ^ (uint32_t)(seed >> 32));
    word = mix((word + 0x1E3779B9) ^ (uint32_t)index);
    word = mix((word + 0x1E3779B9) ^ (uint32_t)(index >> 32));
    return mix((word + 0x1E3779B9) ^ stream);
}

static uint64_t generator(uint64_t seed, uint64_t index, uint32_t stream)
{
    uint32_t value = absorb(0x243F6A88, seed, index, stream);
    uint64_t upper = (uint64_t)absorb(0x13198A2E, seed, index, stream) * MULTIPLIER;
    uint64_t lower = (uint64_t)absorb(0x03707344, seed, index, stream) * MULTIPLIER;
    uint64_t carry = (upper + (lower >> 32)) >> 32;
    if ((value == 0 && carry == 0) || (value == UINT32_MAX && carry == MULTIPLIER - 1))
        value = 1;
    return carry << 32 | value;
}

static inline uint32_t random_word(uint64_t *generator)
{
    *generator = MULTIPLIER * (*generator & 0xFFFFFFFF) + (*generator >> 32);
    return (uint32_t)*generator ^ (uint32_t)(*generator >> 32);
}

/* A part of a whole that is cut into a number of equal parts; what is left of the word says where within the part. */
static inline int part(uint32_t *word, int parts)
{
    uint64_t product = (uint64_t)*word * (uint32_t)parts;
    *word = (uint32_t)product;
    return (int)(product >> 32);
}

static inline int below(uint64_t *generator, int limit)
{
    uint32_t word = random_word(generator);
    return part(&word, limit);
}

/* Piles */

static inline void insert(struct pile *hand, uint8_t kind)
{
    int i = hand->count++;
    for (; i > 0 && hand->kind[i - 1] > kind; i--)
        hand->kind[i] = hand->kind[i - 1];
    hand->kind[i] = kind;
}

static inline void draw(struct game *game, int seat, int cards)
{
    for (int i = 0; i < cards; i++)
        insert(&game->hand[seat], game->stock.kind[--game->stock.count]);
}

/* Take the chosen cards out of a hand and append them to a list, in order. */
static inline int take_out(struct pile *hand, const struct set *set, uint8_t *taken)
{
    if (set->count == 0)
        return 0;
    int kept = set->at[0], next = 0;
    for (int i = kept; i < hand->count; i++) {
        if (next < set->count && set->at[next] == i)
            taken[next++] = hand->kind[i];
        else
            hand->kind[kept++] = hand->kind[i];
    }
    hand->count = kept;
    return next;
}

/* Choosing at random: each kind of move equally often, then each of its arguments, both with one random word */

/* How many kinds there are from a position on, in a sorted list. */
static inline int kinds_from(const struct deck *deck, const uint8_t *kind, int from, int count)
{
    int kinds = count - from;
    if (deck->has_copies)
        for (int i = from + 1; i < count; i++)
            kinds -= kind[i] == kind[i - 1];
    return kinds;
}

/* The first position of the given kind in turn, counting from a position on. */
static inline int position_of(const struct deck *deck, const uint8_t *kind, int from, int wanted)
{
    if (!deck->has_copies)
        return from + wanted;
    for (; wanted > 0; wanted--) {
        uint8_t passed = kind[from];
        while (kind[from] == passed)
            from++;
    }
    return from;
}

/*
 * Pick cards of a sorted list one after the other, in ascending order, until content. Being content may have to wait
 * for a first card; declining may be possible all the time. Returns how many were picked, or DECLINED.
 */
static inline int choose_set(struct game *game, const struct deck *deck, const uint8_t *kind, int count, int most,
                             bool may_be_empty, bool may_decline, struct set *set)
{
    int from = 0;
    set->count = 0;
    for (;;) {
        int kinds = set->count < most ? kinds_from(deck, kind, from, count) : 0;
        int others = (may_be_empty || set->count > 0) + may_decline;
        game->decisions++;
        if (kinds > 0) {
            uint32_t word = kinds + others > 1 ? random_word(&game->bots) : 0;
            int move = part(&word, others + 1);
            if (move == 0) {
                int at = position_of(deck, kind, from, part(&word, kinds));
                set->at[set->count++] = (uint8_t)at;
                from = at + 1;
                continue;
            }
            return move == others && may_decline ? DECLINED : set->count;
        }
        if (others == 1)
            return may_decline ? DECLINED : set->count;
        return below(&game->bots, 2) == 0 ? set->count : DECLINED;
    }
}

/* A turn */

static inline bool draw_phase(struct game *game, int seat)
{
    int room = FULL_HAND - game->hand[seat].count;
    int limit = room < game->stock.count ? room : game->stock.count;
    if (limit <= 0)
        return false;
    game->decisions++;
    int cards = below(&game->bots, limit + 1);
    draw(game, seat, cards);
    return cards > 0;
}

static inline bool someone_has_cards(const struct game *game)
{
    for (int seat = 0; seat < game->seats; seat++)
        if (game->hand[seat].count > 0)
            return true;
    return false;
}

/* A partner such that there is a card between the two, or -1 to end trading. */
static inline int choose_partner(struct game *game, int seat)
{
    uint8_t partner[MAX_SEATS];
    int partners = 0;
    for (int other = 0; other < game->seats; other++) {
        partner[partners] = (uint8_t)other;
        partners += other != seat && game->hand[seat].count + game->hand[other].count > 0;
    }
    uint32_t word = random_word(&game->bots);
    return part(&word, 2) == 1 ? -1 : partner[part(&word, partners)];
}

static inline void exchange(struct pile *one, const struct set *given, struct pile *other, const struct set *received)
{
    uint8_t to_other[MAX_CARDS], to_one[MAX_CARDS];
    int out = take_out(one, given, to_other), in = take_out(other, received, to_one);
    for (int i = 0; i < in; i++)
        insert(one, to_one[i]);
    for (int i = 0; i < out; i++)
        insert(other, to_other[i]);
}

static bool trade_phase(struct game *game, const struct deck *deck, int seat)
{
    bool traded = false;
    struct pile *own = &game->hand[seat];
    struct set given, received;
    for (int offers = 0; offers < game->offers && someone_has_cards(game); offers++) {
        game->decisions++;
        int partner = choose_partner(game, seat);
        if (partner < 0)
            break;
        struct pile *other = &game->hand[partner];
        choose_set(game, deck, own->kind, own->count, own->count, other->count > 0, false, &given);
        if (choose_set(game, deck, other->kind, other->count, other->count, given.count > 0, true, &received) == DECLINED)
            continue;
        game->decisions++;
        if (below(&game->bots, 2) == 0) {
            exchange(own, &given, other, &received);
            traded = true;
        }
    }
    return traded;
}

static inline bool discard_phase(struct game *game, const struct deck *deck, int seat)
{
    struct pile *hand = &game->hand[seat];
    struct set set;
    uint8_t discarded[DISCARD_MAX]; /* nothing ever comes back from the discard pile */
    if (hand->count == 0)
        return false;
    choose_set(game, deck, hand->kind, hand->count, DISCARD_MAX, true, false, &set);
    return take_out(hand, &set, discarded) > 0;
}

static inline bool build_phase(struct game *game, const struct deck *deck, int seat)
{
    struct pile *hand = &game->hand[seat], *built = &game->built[seat];
    uint8_t matching[MAX_CARDS], at[MAX_CARDS];
    int count = 0, category = 0;
    struct set set;
    game->decisions++;
    if (deck->categories > 1)
        category = below(&game->bots, deck->categories);
    for (int i = 0; i < hand->count; i++) {
        const struct kind *kind = &deck->kind[hand->kind[i]];
        matching[count] = hand->kind[i];
        at[count] = (uint8_t)i;
        count += kind->resource[0] == category || kind->resource[1] == category;
    }
    choose_set(game, deck, matching, count, count, true, false, &set);
    for (int i = 0; i < set.count; i++)
        set.at[i] = at[set.at[i]];
    built->count += take_out(hand, &set, built->kind + built->count);
    return set.count > 0;
}

static bool take_turn(struct game *game, const struct deck *deck, int seat)
{
    bool active = draw_phase(game, seat);
    active |= trade_phase(game, deck, seat);
    active |= discard_phase(game, deck, seat);
    active |= draw_phase(game, seat);
    active |= trade_phase(game, deck, seat);
    active |= build_phase(game, deck, seat);
    return active;
}

/* A game */

/* A card's key in the shuffle that drew two words, above its number. */
static inline uint64_t shuffle_key(const struct deck *deck, int card, uint32_t one, uint32_t other)
{
    uint64_t identity = deck->identity[card];
    uint32_t key = mix(mix((uint32_t)identity ^ one) ^ (uint32_t)(identity >> 32) ^ other);
    return (uint64_t)key << 32 | (uint32_t)card;
}

/* Lay all cards in the order of their keys: by the keys' first byte, which leaves neighbours to change places. */
static void shuffle(struct pile *stock, const struct deck *deck, uint64_t *chance)
{
    uint32_t one = random_word(chance), other = random_word(chance);
    uint64_t key[MAX_CARDS], sorted[MAX_CARDS];
    uint8_t before[DRAWERS + 1] = {0};
    for (int i = 0; i < deck->cards; i++) {
        key[i] = shuffle_key(deck, i, one, other);
        before[(key[i] >> 56) + 1]++;
    }
    for (int i = 0; i < DRAWERS; i++)
        before[i + 1] += before[i];
    for (int i = 0; i < deck->cards; i++)
        sorted[before[key[i] >> 56]++] = key[i];
    for (int i = 1; i < deck->cards; i++) {
        uint64_t moved = sorted[i];
        int j = i;
        for (; j > 0 && sorted[j - 1] > moved; j--)
            sorted[j] = sorted[j - 1];
        sorted[j] = moved;
    }
    for (int i = 0; i < deck->cards; i++)
        stock->kind[i] = deck->card[(uint8_t)sorted[i]];
    stock->count = deck->cards;
}

static void set_up(struct game *game, const struct deck *deck, uint64_t seed, uint64_t index)
{
    uint64_t chance = generator(seed, index, 0), shuffles = generator(seed, index, 2);
    game->bots = generator(seed, index, 1);
    game->turn = game->decisions = 0;
    shuffle(&game->stock, deck, &shuffles);
    for (int seat = 0; seat < game->seats; seat++) {
        game->hand[seat].count = game->built[seat].count = 0;
        draw(game, seat, DEAL_SIZE);
    }
    game->first = below(&chance, game->seats);
}

static void play(struct game *game, const struct deck *deck)
{
    int seat = game->first, idle = 0;
    do {
        game->turn++;
        idle = take_turn(game, deck, seat) ? 0 : idle + 1;
        seat = seat + 1 == game->seats ? 0 : seat + 1;
    } while (game->stock.count > 0 && idle < STALL_ROUNDS * game->seats && game->turn < MAX_TURNS);
}

/* Victory */

static void count_points(const struct deck *deck, const struct pile *built, int32_t *points)
{
    bool owned[MAX_CARDS] = {false};
    for (int i = 0; i < built->count; i++)
        owned[built->kind[i]] = true;
    for (int i = 0; i < built->count; i++) {
        const struct kind *kind = &deck->kind[built->kind[i]];
        points[kind->resource[0]]++;
        points[kind->resource[1]]++;
        if (kind->bonus_source >= 0 && owned[kind->bonus_source])
            points[kind->bonus_category]++;
    }
}

/* Keep of the contenders those with the highest figure. */
static uint32_t highest(uint32_t contenders, const int32_t *figure)
{
    uint32_t kept = 0;
    int32_t best = INT32_MIN;
    for (uint32_t rest = contenders; rest != 0; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        if (figure[seat] > best) {
            best = figure[seat];
            kept = 0;
        }
        if (figure[seat] == best)
            kept |= 1u << seat;
    }
    return kept;
}

static void score(const struct game *game, const struct deck *deck, struct result *result)
{
    int32_t alone[MAX_SEATS] = {0}, total[MAX_SEATS] = {0}, fewness[MAX_SEATS] = {0};
    memset(result, 0, sizeof *result);
    for (int seat = 0; seat < game->seats; seat++) {
        count_points(deck, &game->built[seat], result->points[seat]);
        fewness[seat] = -game->built[seat].count;
    }
    for (int category = 0; category < deck->categories; category++) {
        int32_t best = 1;
        uint32_t leaders = 0;
        for (int seat = 0; seat < game->seats; seat++) {
            int32_t points = result->points[seat][category];
            total[seat] += points;
            if (points > best) {
                best = points;
                leaders = 0;
            }
            leaders |= (uint32_t)(points == best) << seat;
        }
        for (uint32_t rest = leaders; rest != 0; rest &= rest - 1) {
            result->leads[__builtin_ctz(rest)]++;
            alone[__builtin_ctz(rest)] += (leaders & (leaders - 1)) == 0;
        }
    }
    const int32_t *chain[] = {result->leads, alone, total, fewness};
    uint32_t contenders = (1u << game->seats) - 1;
    for (int i = 0; i < 4 && (contenders & (contenders - 1)) != 0; i++)
        contenders = highest(contenders, chain[i]);
    result->winners = (int32_t)contenders;
    result->decisions = game->decisions;
    result->turns = game->turn;
}

/* The program */

static void read_deck(const char *path, struct deck *deck)
{
    FILE *file = fopen(path, "r");
    memset(deck, 0, sizeof *deck);
    if (file == NULL || fscanf(file, "%d %d", &deck->categories, &deck->kinds) != 2)
        goto unreadable;
    if (deck->categories < 1 || deck->categories > MAX_CATEGORIES || deck->kinds < 1 || deck->kinds > MAX_CARDS)
        goto unreadable;
    for (int i = 0; i < deck->kinds; i++) {
        int one, other, bonus, source, copies;
        if (fscanf(file, "%d %d %d %d %d", &one, &other, &bonus, &source, &copies) != 5)
            goto unreadable;
        deck->kind[i] = (struct kind){{(uint8_t)one, (uint8_t)other}, (int16_t)bonus, (int16_t)source};
        deck->has_copies |= copies > 1;
        while (copies-- > 0 && deck->cards < MAX_CARDS) {
            if (fscanf(file, "%" SCNu64, &deck->identity[deck->cards]) != 1)
                goto unreadable;
            deck->card[deck->cards++] = (uint8_t)i;
        }
    }
    fclose(file);
    return;
unreadable:
    fprintf(stderr, "%s: not a deck\n", path);
    exit(1);
}

static uint64_t processor_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int main(int count, char **argument)
{
    if (count != 7) {
        fprintf(stderr, "usage: guild_master DECK SEED FIRST GAMES SEATS OFFERS\n");
        return 1;
    }
    static struct deck deck;
    static struct game game;
    read_deck(argument[1], &deck);
    uint64_t seed = strtoull(argument[2], NULL, 10), first = strtoull(argument[3], NULL, 10);
    size_t games = strtoull(argument[4], NULL, 10);
    game.seats = atoi(argument[5]);
    game.offers = atoi(argument[6]);
    struct result *results = malloc(games * sizeof *results);
    if (results == NULL || game.seats < 2 || game.seats > MAX_SEATS)
        return 1;
    memset(results, 1, games * sizeof *results); /* so that no page is fetched within the time taken */
    uint64_t start = processor_time();
    for (size_t i = 0; i < games; i++) {
        set_up(&game, &deck, seed, first + i);
        play(&game, &deck);
        score(&game, &deck, &results[i]);
    }
    uint64_t taken = processor_time() - start;
    fwrite(results, sizeof *results, games, stdout);
    fprintf(stderr, "%llu\n", (unsigned long long)taken);
    free(results);
    return 0;
}
