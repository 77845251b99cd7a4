/** Endings that name a version of a model and not another model. */
const VERSION_ENDINGS: readonly RegExp[] = [
  /[-@:]latest$/,
  /-(?:preview|exp|experimental|stable)$/,
  // 2025-08-07, 20250807, 2508, 05-06
  /[-@]20\d{2}-\d{2}-\d{2}$/,
  /[-@]20\d{6}$/,
  /-\d{4}$/,
  /-\d{2}-\d{2}$/,
  // 001
  /-00\d$/,
]

/** The rest of a name without its version: names of one stem are versions of one model. */
export function stemOf(model: string): string {
  let stem = model.toLowerCase()
  for (;;) {
    const shorter = VERSION_ENDINGS.reduce((name, ending) => name.replace(ending, ''), stem)
    if (shorter === stem || shorter === '') return stem
    stem = shorter
  }
}
