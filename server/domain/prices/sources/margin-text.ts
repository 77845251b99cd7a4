/** Rules of margins as people type them: `MODELS=PERCENT[/STEP[/ENDS]]`. */
import type { MarginRule } from './source-schema'

const RULE = /^(.+)=(-?\d+(?:\.\d+)?)%?(?:\/(\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?)?$/

/** `undefined` for what is no rule. */
export function marginRuleOf(text: string): MarginRule | undefined {
  const [, models, percent, step, ends] = RULE.exec(text.trim()) ?? []
  if (models === undefined || percent === undefined) return undefined
  return {
    ...{ models, percent: Number(percent) },
    ...(step !== undefined && { step: Number(step) }),
    ...(ends !== undefined && { ends: Number(ends) }),
  }
}

export function marginText({ models, percent, step, ends }: MarginRule): string {
  const rounding = [step, ends].flatMap((part) => (part === undefined ? [] : [`/${part}`]))
  return `${models}=${percent}${rounding.join('')}`
}
