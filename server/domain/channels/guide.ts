/**
 * What a form says to somebody who fills in a channel of a type: which fields there are, what they
 * look like, and what is odd about what was typed. One for the console, the terminal and commands.
 */
import type { ChannelTypeRow, Preset } from '../channel-types/channel-type'
import { keyFlaw, splitKeys } from '../channel-types/key-shape'
import type { TextKey, TextParams } from '../i18n/translate'
import { retiredIn, retiredText } from './retired-models'

export type Say = (key: TextKey, params?: TextParams) => string

/** What a key of the type looks like. */
export function keyExample({ keyHint, keyStarts }: ChannelTypeRow): string {
  return keyHint || `${keyStarts[0] ?? 'sk-'}…`
}

export function addressExample({ baseUrl, examples }: ChannelTypeRow): string {
  return examples.address ?? (baseUrl || 'https://')
}

export function otherExample({ defaultOther, examples }: ChannelTypeRow): string {
  return examples.other ?? defaultOther
}

/** How keys are written and where they are made, in sentences; "" where nothing is known. */
export function keyAdvice(type: ChannelTypeRow, say: Say): readonly string[] {
  const { keyHint, keyPage } = type
  return [
    ...(keyHint === '' ? [] : [say('channel.key_format', { format: keyHint })]),
    ...(keyPage === '' ? [] : [say('channel.key_page', { page: keyPage })]),
  ]
}

/** What is wrong, or at least odd, about keys that are being typed; "" for nothing. */
export function keyCaution(
  type: ChannelTypeRow,
  { key, baseUrl }: { readonly key: string; readonly baseUrl: string },
  say: Say,
): string {
  const { keyShape, keyHint, keyStarts } = type
  const keys = splitKeys(key, keyShape)
  for (const one of keys) {
    const flaw = keyFlaw(one, keyShape)
    if (flaw === undefined) continue
    switch (flaw.flaw) {
      case 'parts':
        return say('channel.key_parts', { count: flaw.count, format: keyHint })
      case 'region':
        return say('channel.key_region', { region: flaw.region })
      case 'json':
        return say('channel.key_json')
      case 'fields':
        return say('channel.key_fields', { fields: flaw.fields.join(', ') })
    }
  }
  // Who imitates a vendor at another address has keys of its own.
  const isOwn = baseUrl === '' || baseUrl === type.baseUrl
  const isOdd = (one: string) => !keyStarts.some((start) => one.startsWith(start))
  if (!isOwn || keyStarts.length === 0 || !keys.some(isOdd)) return ''
  return say('channel.key_starts', { starts: keyStarts.join(', ') })
}

/** `World (Z.ai)` */
export function presetName({ place, alias = '' }: Preset, say: Say): string {
  const name = say(`place.${place}`)
  return alias === '' ? name : `${name} (${alias})`
}

/** `China https://…, World (Z.ai) https://…`; "" for a vendor of one address. */
export function presetsText({ presets }: ChannelTypeRow, say: Say): string {
  return presets.map((preset) => `${presetName(preset, say)} ${preset.baseUrl}`).join(', ')
}

/** Which of the models the vendor answers no more; "" for none. */
export function retiredAdvice(
  type: ChannelTypeRow,
  channel: { readonly models: readonly string[]; readonly baseUrl: string },
  say: Say,
): string {
  const retired = retiredIn(type, channel)
  return retired.length === 0 ? '' : say('channel.retired', { models: retiredText(retired) })
}
