import type { ChannelTypeRow } from './channel-types/channel-type'
import type { Language } from './i18n/translate'

/** Some providers have a Chinese name at home; the others are known by their own everywhere. */
export function channelTypeName(
  { name, chineseName }: Pick<ChannelTypeRow, 'name' | 'chineseName'>,
  language: Language,
): string {
  return language === 'zh' && chineseName !== '' ? chineseName : name
}
