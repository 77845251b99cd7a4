/**
 * Long work on many rows, beside calls that must not notice. SQLite answers at once, so that a
 * row of commits, however small each is, would never let the event loop go on by itself.
 */

/** After each slice everybody else has at least as much time as it took. */
async function rest(workedMs: number): Promise<void> {
  await Bun.sleep(Math.max(1, workedMs))
}

/** Repeats `step`, which says whether there is more to do. Keep a step under 20 ms. */
export async function inSlices(step: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const started = performance.now()
    if (!(await step())) return
    await rest(performance.now() - started)
  }
}

/**
 * Repeats `commit`, which works on at most `most` rows and says on how many, until it finds
 * fewer; returns how many rows there were in all.
 */
export async function inCommits(most: number, commit: () => Promise<number>): Promise<number> {
  let total = 0
  await inSlices(async () => {
    const rows = await commit()
    total += rows
    return rows >= most
  })
  return total
}

/** The items in parts of at most `size`, to be worked on one after the other. */
export async function* slicesOf<Item>(
  items: readonly Item[],
  size: number,
): AsyncGenerator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) {
    const begun = performance.now()
    yield items.slice(start, start + size)
    if (start + size < items.length) await rest(performance.now() - begun)
  }
}
