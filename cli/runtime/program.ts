/** Where a compiled program finds its own sources; the second is of Windows. */
const INSIDE = /^(?:\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/i

/** How this program is started again: the compiled one holds its script, a checkout names it. */
export function ownProgram(): readonly string[] {
  const compiled = compiledProgram()
  return compiled === undefined ? [process.execPath, Bun.main] : [compiled]
}

/** The file of the compiled program; `undefined` for one that runs from its sources. */
export function compiledProgram(): string | undefined {
  return INSIDE.test(Bun.main) ? process.execPath : undefined
}
