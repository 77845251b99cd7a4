import type { ChannelTypeRow } from './channel-types/channel-type'
import type { Language } from './i18n/translate'

/** Providers that have a Chinese name at home; the others are known by their own everywhere. */
const CHINESE_NAMES: Readonly<Record<number, string>> = {
  8: '自定义渠道',
  15: '百度文心千帆',
  16: '智谱 ChatGLM',
  17: '阿里通义千问',
  18: '讯飞星火认知',
  19: '360 智脑',
  21: '知识库：AI Proxy',
  22: '知识库：FastGPT',
  23: '腾讯混元',
  26: '智谱 GLM-4V',
  31: '零一万物',
  44: '嵌入模型：MokaAI M3E',
  45: '字节火山方舟、豆包、DeepSeek',
  46: '百度文心千帆 V2',
}

export function channelTypeName({ id, name }: ChannelTypeRow, language: Language): string {
  return (language === 'zh' ? CHINESE_NAMES[id] : undefined) ?? name
}
