/**
 * What becomes of a request that the upstream of a channel cannot express whole: it is refused,
 * what is lost is named, or nothing is said. A key of the channel's settings, named unless said.
 */
export const FIDELITIES = ['warn', 'strict', 'off'] as const
export type Fidelity = (typeof FIDELITIES)[number]

const KEY = 'fidelity'

/** Of a value in the settings; anything unknown counts as not set. */
export function fidelityOf(value: unknown): Fidelity {
  return FIDELITIES.find((known) => known === value) ?? 'warn'
}

/** In the text of a channel's settings. */
export function fidelityIn(setting: string): Fidelity {
  return fidelityOf(fieldsIn(setting)?.[KEY])
}

/** The same settings with another one; text that is no object stays as it is. */
export function withFidelity(setting: string, fidelity: Fidelity): string {
  const fields = fieldsIn(setting)
  if (fields === undefined || fidelityOf(fields[KEY]) === fidelity) return setting
  const { [KEY]: _, ...rest } = fields
  const made = fidelity === 'warn' ? rest : { ...rest, [KEY]: fidelity }
  if (Object.keys(made).length === 0) return ''
  return JSON.stringify(made, undefined, setting.includes('\n') ? 2 : undefined)
}

function fieldsIn(setting: string): Readonly<Record<string, unknown>> | undefined {
  if (setting.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(setting)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? { ...value } : undefined
  } catch {
    return undefined
  }
}
