/**
 * Long work on many rows, alongside calls that must not notice. SQLite answers at once, so that a
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

/** Calls are settled and streams relayed by the thread that commits: it may be gone so long. */
const COMMIT_MS = 2
const FEWEST_ROWS = 10
const FIRST_ROWS = 25
const MOST_ROWS = 500

/**
 * Repeats `commit`, which works on at most `limit` rows and says on how many, until it finds
 * fewer; returns how many rows there were in all. Pages that are cold take ten times as long as
 * warm ones, so each commit is as large as the last one was quick.
 */
export async function inCommits(commit: (limit: number) => Promise<number>): Promise<number> {
  let total = 0
  let limit = FIRST_ROWS
  await inSlices(async () => {
    const begun = performance.now()
    const rows = await commit(limit)
    const isMore = rows >= limit
    const fitting = (limit * COMMIT_MS) / Math.max(1, performance.now() - begun)
    limit = Math.round(Math.min(Math.max(fitting, FEWEST_ROWS), 2 * limit, MOST_ROWS))
    total += rows
    return isMore
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
