import type { Check, Finding } from '../check'
import type { Examined } from '../examined'

/** Whether rate limits can be counted in Valkey, where one is named. */
export const valkey: Check<Pick<Examined, 'db' | 'valkey'>> = {
  id: 'valkey',
  area: 'database',
  look: async ({ db, valkey: ask }): Promise<Finding | readonly Finding[]> => {
    if (ask === undefined) return []
    if (db.kind === 'sqlite') {
      const hint = 'doctor.valkey.no_effect_hint'
      return { status: 'warn', text: 'doctor.valkey.no_effect', hint }
    }
    const failure = await ask()
    if (failure === undefined) return { status: 'ok', text: 'doctor.valkey.ok' }
    const { problem, words } = failure
    const hint = 'doctor.valkey.hint'
    return { status: 'warn', text: `doctor.valkey.${problem}`, hint, params: { words } }
  },
}
