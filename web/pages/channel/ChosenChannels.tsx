import { TagIcon, TrashIcon } from '@primer/octicons-react'
import { Button, TextInput } from '@primer/react'
import { useState } from 'react'
import { CHANNEL_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { ChosenBar } from '../../components/ChosenBar'
import { Field } from '../../components/Field'
import { FormDrawer } from '../../components/FormDrawer'
import { useAction } from '../../components/use-action'
import { useForm } from '../../components/use-form'
import { useText } from '../../language'
import { useConfirmation } from '../../shell/Confirm'

interface ChosenChannelsProps {
  readonly ids: ReadonlySet<number>
  readonly onDone: () => void
}

/** What is done to the channels that are ticked. */
export function ChosenChannels({ ids, onDone }: ChosenChannelsProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const [isTagging, tag] = useState(false)
  const set = async (status: number): Promise<void> => {
    const isDone = await run(async () => {
      // One after the other: each is a change of its own, with its line in the audit log.
      for (const id of ids) await call('channel.update', { body: { id, status } })
      await Promise.all([refresh('channel'), refresh('stats')])
    }, text('ui.done'))
    if (isDone) onDone()
  }
  const remove = async (): Promise<void> => {
    const title = text('channel.remove_chosen', { count: ids.size })
    const message = text('channel.remove_text')
    if (!(await confirm({ title, message, agree: text('ui.remove'), danger: true }))) return
    const isDone = await run(
      async () => {
        await call('channel.remove_many', { body: { ids: [...ids] } })
        await refresh('channel')
      },
      text('channel.removed', { count: ids.size }),
    )
    if (isDone) onDone()
  }
  return (
    <ChosenBar count={ids.size} onDone={onDone}>
      {([CHANNEL_STATUS.enabled, CHANNEL_STATUS.disabled] as const).map((status) => (
        <Button key={status} size="small" loading={isBusy} onClick={() => void set(status)}>
          {text(status === CHANNEL_STATUS.enabled ? 'ui.enable' : 'ui.disable')}
        </Button>
      ))}
      <Button size="small" leadingVisual={TagIcon} onClick={() => tag(true)}>
        {text('channel.set_tag')}
      </Button>
      <Button
        size="small"
        variant="danger"
        leadingVisual={TrashIcon}
        loading={isBusy}
        onClick={() => void remove()}
      >
        {text('ui.remove')}
      </Button>
      {isTagging && <TagMany ids={ids} onClose={() => tag(false)} onDone={onDone} />}
    </ChosenBar>
  )
}

interface TagManyProps extends ChosenChannelsProps {
  readonly onClose: () => void
}

function TagMany({ ids, onClose, onDone }: TagManyProps) {
  const { text } = useText()
  const form = useForm({ tag: '' }, ({ tag }) => ({
    ...(tag.trim() === '' && { tag: text('channel.tag_empty') }),
  }))
  return (
    <FormDrawer
      kind="dialog"
      title={text('channel.set_tag')}
      form={form}
      onSave={async ({ tag }) => {
        await call('channel.tag_many', { body: { ids: [...ids], tag: tag.trim() } })
        await refresh('channel')
        onDone()
      }}
      success={text('ui.saved')}
      onClose={onClose}
    >
      <Field label={text('field.channel.tag')} problem={form.problems.tag} isRequired>
        <TextInput
          block
          value={form.values.tag}
          onChange={(event) => form.set({ tag: event.target.value })}
        />
      </Field>
    </FormDrawer>
  )
}
