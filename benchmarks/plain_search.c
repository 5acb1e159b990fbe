/* The yardstick: an exact top-k that walks all postings, counts, and ranks. Nothing clever. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t items;
    const uint64_t *starts;    /* of each n-gram's postings */
    const uint32_t *postings;
    const uint32_t *sizes;
    const uint32_t *rank;      /* of each item's id */
    uint64_t mask;
    uint64_t *keys;            /* open addressing, half full */
    uint32_t *numbers;
    uint16_t *counts;
    uint32_t *touched;
} Plain;

Plain *plain_open(uint32_t items, uint32_t grams, const uint64_t *keys, const uint64_t *starts,
                  const uint32_t *postings, const uint32_t *sizes, const uint32_t *rank) {
    Plain *index = calloc(1, sizeof *index);
    uint64_t places = 16;
    while (places < 2ull * grams) places *= 2;
    *index = (Plain){.items = items, .starts = starts, .postings = postings, .sizes = sizes,
                     .rank = rank, .mask = places - 1,
                     .keys = malloc(places * 8), .numbers = malloc(places * 4),
                     .counts = calloc(items, 2), .touched = malloc(4ull * items)};
    memset(index->numbers, 0xff, places * 4);
    for (uint32_t gram = 0; gram < grams; gram++) {
        uint64_t place = keys[gram] & index->mask;
        while (index->numbers[place] != UINT32_MAX) place = (place + 1) & index->mask;
        index->keys[place] = keys[gram];
        index->numbers[place] = gram;
    }
    return index;
}

void plain_close(Plain *index) {
    free(index->keys); free(index->numbers); free(index->counts); free(index->touched);
    free(index);
}

typedef struct { uint32_t item, shared, whole; } Hit;

static int better(const Plain *index, Hit a, Hit b) {
    uint64_t left = (uint64_t)a.shared * b.whole, right = (uint64_t)b.shared * a.whole;
    return left != right ? left > right : index->rank[a.item] < index->rank[b.item];
}

/* Writes the hits best first and gives their number. */
int plain_top_k(Plain *index, const uint64_t *grams, uint32_t size, int k, Hit *best) {
    uint32_t met = 0;
    for (uint32_t g = 0; g < size; g++) {
        uint64_t place = grams[g] & index->mask;
        while (index->numbers[place] != UINT32_MAX && index->keys[place] != grams[g])
            place = (place + 1) & index->mask;
        uint32_t number = index->numbers[place];
        if (number == UINT32_MAX) continue;
        for (uint64_t p = index->starts[number]; p < index->starts[number + 1]; p++) {
            uint32_t item = index->postings[p];
            if (index->counts[item]++ == 0) index->touched[met++] = item;
        }
    }
    int found = 0;
    for (uint32_t t = 0; t < met; t++) {
        uint32_t item = index->touched[t], shared = index->counts[item];
        Hit hit = {item, shared, size + index->sizes[item] - shared};
        index->counts[item] = 0;
        if (found == k && !better(index, hit, best[k - 1])) continue;
        int place = found < k ? found++ : k - 1;
        while (place > 0 && better(index, hit, best[place - 1])) {
            best[place] = best[place - 1];
            place--;
        }
        best[place] = hit;
    }
    return found;
}
