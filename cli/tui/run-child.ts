/** Shows what a program says until Enter is pressed: the screens would cover it. */
export async function runChild(command: readonly string[], prompt: string): Promise<void> {
  const inherited = { stdin: 'inherit', stdout: 'inherit', stderr: 'inherit' } as const
  try {
    await Bun.spawn([...command], inherited).exited
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
  }
  process.stdout.write(`\n${prompt}`)
  await Bun.spawn(['sh', '-c', 'read -r _'], inherited).exited
}
