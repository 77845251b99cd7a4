/** What a form has changed of a row that it was opened with. */

type Body = Readonly<Record<string, unknown>>

interface Changes<Sent extends Body> {
  readonly changed: Partial<Sent>
  /** What stood in those fields, for the server to compare with what stands there by now. */
  readonly expected: Partial<Sent>
}

/**
 * Both bodies as the form makes them. Fields that nobody touched are not sent, so that two people
 * who edit one row do not undo each other. `uncompared` are those that change by themselves, or
 * that are written and never read.
 */
export function changesOf<Sent extends Body>(
  opened: Sent,
  sent: Sent,
  uncompared: readonly (keyof Sent)[] = [],
): Changes<Sent> {
  const names = (Object.keys(sent) as (keyof Sent)[]).filter((name) => sent[name] !== opened[name])
  const part = (of: Sent, some: readonly (keyof Sent)[]): Partial<Sent> =>
    Object.fromEntries(some.map((name) => [name, of[name]])) as Partial<Sent>
  return {
    changed: part(sent, names),
    expected: part(
      opened,
      names.filter((name) => !uncompared.includes(name)),
    ),
  }
}
