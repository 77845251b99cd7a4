/** The text of a channel's settings, field by field, for forms that show some of them apart. */

type SettingFields = Readonly<Record<string, unknown>>

/** `undefined` for text that is no JSON object. */
export function settingFields(setting: string): SettingFields | undefined {
  if (setting.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(setting)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/**
 * The same settings with another value of one field, or without it for `undefined`; text that is
 * no object stays as it is.
 */
export function withSetting(setting: string, key: string, value: unknown): string {
  const fields = settingFields(setting)
  if (fields === undefined || JSON.stringify(fields[key]) === JSON.stringify(value)) return setting
  const { [key]: _, ...rest } = fields
  const made = value === undefined ? rest : { ...rest, [key]: value }
  if (Object.keys(made).length === 0) return ''
  return JSON.stringify(made, undefined, setting.includes('\n') ? 2 : undefined)
}

const KEYWORDS = 'auto_disable_keywords'

/** Parts of failures after which the channel is taken out of use, besides those of the site. */
export function keywordsOf(setting: string): readonly string[] {
  const found = settingFields(setting)?.[KEYWORDS]
  return Array.isArray(found) ? found.filter((words) => typeof words === 'string') : []
}

/** Blank ones are left out. */
export function withKeywords(setting: string, keywords: readonly string[]): string {
  const filled = keywords.map((words) => words.trim()).filter((words) => words !== '')
  return withSetting(setting, KEYWORDS, filled.length === 0 ? undefined : filled)
}

const MAX_INPUT = 'max_input_tokens'

/** Tokens of a prompt that the channel takes at most; 0 for no limit. */
export function maxInputTokensOf(setting: string): number {
  const found = settingFields(setting)?.[MAX_INPUT]
  return typeof found === 'number' && found > 0 ? found : 0
}

export function withMaxInputTokens(setting: string, tokens: number): string {
  return withSetting(setting, MAX_INPUT, tokens === 0 ? undefined : tokens)
}
