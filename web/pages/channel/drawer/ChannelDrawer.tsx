import type { ChannelJson } from '../../../../server/domain/endpoints/channel'
import { changesOf } from '../../../../server/domain/nouns/changes'
import { call } from '../../../api/client'
import { refresh, useEndpoint } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { FormDrawer } from '../../../components/form/FormDrawer'
import { PickMany } from '../../../components/form/PickMany'
import { useForm } from '../../../components/form/use-form'
import { LimitsSection } from '../../../components/limits/LimitsSection'
import { useLimits } from '../../../components/limits/use-limits'
import { TextLink } from '../../../components/text/TextLink'
import { ChannelAdvanced } from './ChannelAdvanced'
import { ChannelCredentials } from './ChannelCredentials'
import { ChannelModels } from './ChannelModels'
import { ChannelTypeField, ofType } from './ChannelTypeField'
import { type ChannelValues, checkChannel, fieldsOf, isElsewhere, valuesOf } from './channel-values'
import { DrawerState, TestDraft } from './DrawerState'
import { TypeGrid } from './TypeGrid'

interface ChannelDrawerProps {
  /** `undefined` for a new one. */
  readonly channel: ChannelJson | undefined
  readonly onClose: () => void
}

/** Nothing that was read can be compared with what is there. */
const NEVER_READ = ['key', 'key_mode', 'auto_ban'] as const

async function save(channel: ChannelJson | undefined, values: ChannelValues): Promise<void> {
  const body = fieldsOf(values)
  if (channel === undefined) await call('channel.create', { body })
  else {
    const { changed, expected } = changesOf(fieldsOf(valuesOf(channel)), body, NEVER_READ)
    await call('channel.update', { body: { ...changed, expected, id: channel.id } })
  }
  await refresh('channel')
}

export function ChannelDrawer({ channel, onClose }: ChannelDrawerProps) {
  const { text } = useText()
  const isNew = channel === undefined
  const form = useForm(valuesOf(channel), (values) => checkChannel(values, isNew, text))
  const { data: groups = [] } = useEndpoint('group.list')
  const { values, problems } = form
  const limits = useLimits({
    subject: 'channel',
    key: channel && String(channel.id),
    setBy: 'admin',
  })
  const saveAll = async (typed: ChannelValues) => {
    await save(channel, typed)
    if (channel !== undefined) await limits.save([String(channel.id)])
  }
  return (
    <FormDrawer
      title={text(isNew ? 'channel.add' : 'channel.edit')}
      {...(channel && { subtitle: `#${channel.id} ${channel.name}` })}
      form={form}
      {...(!isNew && { limits })}
      onSave={saveAll}
      success={text(isNew ? 'channel.created' : 'ui.saved')}
      saveLabel={text(isNew ? 'ui.create' : 'ui.save')}
      onClose={onClose}
    >
      {isNew && (
        <p className="field-caption">
          <TextLink to="/channel/setup">{text('setup.offer')}</TextLink>
        </p>
      )}
      {channel && <DrawerState channel={channel} />}
      {isNew ? (
        <TypeGrid type={values.type} onChange={(type) => form.set(ofType(type))} />
      ) : (
        <ChannelTypeField form={form} />
      )}
      <ChannelCredentials form={form} isNew={isNew} />
      {(channel === undefined || isElsewhere(channel, values)) && (
        <TestDraft values={values} channel={channel} />
      )}
      <ChannelModels form={form} channel={channel} />
      <PickMany
        label={text('field.channel.group')}
        chosen={values.groups}
        choices={groups}
        problem={problems.groups}
        onChange={(chosen) => form.set({ groups: chosen })}
      />
      <ChannelAdvanced form={form} />
      {!isNew && <LimitsSection form={limits} />}
    </FormDrawer>
  )
}
