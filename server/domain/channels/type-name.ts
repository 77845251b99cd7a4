import type { ChannelTypeRow } from '../channel-types/channel-type'
import type { Language, TextKey, TextParams } from '../i18n/translate'

type Named = Pick<ChannelTypeRow, 'name' | 'chineseName'>

/** Some providers have a Chinese name at home; the others are known by their own everywhere. */
export function channelTypeName({ name, chineseName }: Named, language: Language): string {
  return language === 'zh' && chineseName !== '' ? chineseName : name
}

export interface TypeReader {
  readonly language: Language
  readonly text: (key: TextKey, params?: TextParams) => string
}

/** Why nothing goes through channels of a type, in a few words. */
export function reasonToRest(successor: Named | undefined, { language, text }: TypeReader): string {
  return successor === undefined
    ? text('channel.type_waits')
    : text('channel.type_gone', { type: channelTypeName(successor, language) })
}
