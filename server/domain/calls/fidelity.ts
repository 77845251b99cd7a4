/**
 * What becomes of a request that the upstream of a channel cannot express whole: it is refused,
 * what is lost is named, or nothing is said. A key of the channel's settings, named unless said.
 */
import { settingFields, withSetting } from '../channels/setting'

export const FIDELITIES = ['warn', 'strict', 'off'] as const
export type Fidelity = (typeof FIDELITIES)[number]

const KEY = 'fidelity'

/** Of a value in the settings; anything unknown counts as not set. */
export function fidelityOf(value: unknown): Fidelity {
  return FIDELITIES.find((known) => known === value) ?? 'warn'
}

/** In the text of a channel's settings. */
export function fidelityIn(setting: string): Fidelity {
  return fidelityOf(settingFields(setting)?.[KEY])
}

/** The same settings with another one; text that is no object stays as it is. */
export function withFidelity(setting: string, fidelity: Fidelity): string {
  if (fidelityIn(setting) === fidelity) return setting
  return withSetting(setting, KEY, fidelity === 'warn' ? undefined : fidelity)
}
