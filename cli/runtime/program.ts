/** How this program is started again: the compiled one holds its script, a checkout names it. */
export function ownProgram(): readonly string[] {
  const isCompiled = Bun.main.startsWith('/$bunfs/')
  return isCompiled ? [process.execPath] : [process.execPath, Bun.main]
}
