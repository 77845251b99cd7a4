/** Colours of states, the same in tables and on screens; nothing is conveyed by colour alone. */
export type Tone = 'good' | 'bad' | 'warning' | 'quiet' | 'none'

const TONES: Readonly<Record<string, Tone>> = {
  enabled: 'good',
  unused: 'good',
  ok: 'good',
  active: 'good',
  success: 'good',
  completed: 'good',
  operational: 'good',
  resolved: 'good',
  outage: 'bad',
  degraded: 'warning',
  maintenance: 'warning',
  disabled: 'quiet',
  used: 'quiet',
  deregistered: 'quiet',
  auto_disabled: 'bad',
  error: 'bad',
  fail: 'bad',
  failed: 'bad',
  failure: 'bad',
  expired: 'warning',
  exhausted: 'warning',
  warn: 'warning',
}

/** Of a state as programs know it. */
export function toneOf(state: string): Tone {
  return Object.hasOwn(TONES, state) ? (TONES[state] ?? 'none') : 'none'
}
