/** Names that a vendor answers no more, so that an operator hears it before a user does. */
import type { ChannelTypeRow } from '../channel-types/channel-type'

export interface RetiredModel {
  readonly model: string
  /** "" where nothing succeeds it. */
  readonly successor: string
}

/** Of channels at the vendor's own addresses: who imitates it may well keep old models. */
export function retiredIn(
  type: Pick<ChannelTypeRow, 'baseUrl' | 'presets' | 'retired'>,
  { models, baseUrl }: { readonly models: readonly string[]; readonly baseUrl: string },
): readonly RetiredModel[] {
  const own = ['', type.baseUrl, ...type.presets.map((preset) => preset.baseUrl)]
  if (!own.includes(baseUrl.replace(/\/+$/, ''))) return []
  return models.flatMap((model) => {
    const successor = Object.hasOwn(type.retired, model) ? type.retired[model] : undefined
    return successor === undefined ? [] : [{ model, successor }]
  })
}

/** `deepseek-chat → deepseek-v4-flash, …`, for people. */
export function retiredText(retired: readonly RetiredModel[]): string {
  return retired
    .map(({ model, successor }) => (successor === '' ? model : `${model} → ${successor}`))
    .join(', ')
}
