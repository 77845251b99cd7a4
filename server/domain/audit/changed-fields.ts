import { isRecord } from '../json/records'

/** One field of an entry, before and after; `undefined` where it was not there. */
export interface ChangedField {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export function changedFields(before: string, after: string): readonly ChangedField[] {
  const [old, fresh] = [factsOf(before), factsOf(after)]
  return Object.keys({ ...old, ...fresh }).map((field) => ({
    field,
    before: shown(old[field]),
    after: shown(fresh[field]),
  }))
}

function factsOf(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return {}
  try {
    const facts: unknown = JSON.parse(text)
    return isRecord(facts) ? facts : { value: facts }
  } catch {
    // An entry is shown whatever it holds.
    return { value: text }
  }
}

function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
