import { Select } from '@primer/react'
import { canRelay } from '../../../../server/domain/calls/model-calls'
import { CHANNEL_TYPES, channelTypeById } from '../../../../server/domain/channel-types'
import { restReason } from '../../../../server/domain/channels/retired-types'
import { channelTypeName } from '../../../../server/domain/channels/type-name'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import type { Form } from '../../../components/form/use-form'
import type { ChannelValues } from './channel-values'

/** What belongs to the type before goes with it. */
export function ofType(type: number): Partial<ChannelValues> {
  return { type, other: '', base_url: '' }
}

export function ChannelTypeField({ form }: { readonly form: Form<ChannelValues> }) {
  const { text, language } = useText()
  const { type: chosen } = form.values
  const row = channelTypeById(chosen)
  const types = CHANNEL_TYPES.filter(({ selectable, id }) => selectable || id === chosen)
  return (
    <Field
      label={text('field.channel.type')}
      caption={row === undefined || canRelay(row) ? undefined : text('channel.type_not_yet')}
      isRequired
    >
      <Select
        block
        value={String(chosen)}
        onChange={(event) => form.set(ofType(Number(event.target.value)))}
      >
        {types.map((type) => (
          <Select.Option key={type.id} value={String(type.id)}>
            {canRelay(type)
              ? channelTypeName(type, language)
              : `${channelTypeName(type, language)} (${restReason(type, { language, text })})`}
          </Select.Option>
        ))}
      </Select>
    </Field>
  )
}
