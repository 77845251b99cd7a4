import { BeakerIcon, PeopleIcon, TagIcon, TrashIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import { CHANNEL_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { lateDialog } from '../../components/late/Late'
import { ChosenBar } from '../../components/list/ChosenBar'
import { useConfirmation } from '../../components/overlay/Confirm'
import { useAction } from '../../components/page/use-action'

const TagMany = lateDialog(async () => (await import('./dialogs/ChosenForms')).TagMany)
const GroupMany = lateDialog(async () => (await import('./dialogs/ChosenForms')).GroupMany)
const TestChosen = lateDialog(async () => (await import('./dialogs/TestChosen')).TestChosen)

interface ChosenChannelsProps {
  readonly ids: ReadonlySet<number>
  /** Those on this page; ticked ones may be on others. */
  readonly shown: readonly ChannelJson[] | undefined
  readonly onDone: () => void
}

/** What is done to the channels that are ticked. */
export function ChosenChannels({ ids, shown, onDone }: ChosenChannelsProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const [opened, open] = useState<'tag' | 'group' | 'test' | undefined>(undefined)
  const close = () => open(undefined)
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
      <Button size="small" leadingVisual={BeakerIcon} onClick={() => open('test')}>
        {text('channel.test_one')}
      </Button>
      <Button size="small" leadingVisual={TagIcon} onClick={() => open('tag')}>
        {text('channel.set_tag')}
      </Button>
      <Button size="small" leadingVisual={PeopleIcon} onClick={() => open('group')}>
        {text('channel.set_groups')}
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
      {opened === 'tag' && <TagMany ids={ids} onClose={close} onDone={onDone} />}
      {opened === 'group' && <GroupMany ids={ids} onClose={close} onDone={onDone} />}
      {opened === 'test' && <TestChosen channels={named(ids, shown)} onClose={close} />}
    </ChosenBar>
  )
}

function named(ids: ReadonlySet<number>, shown: readonly ChannelJson[] = []) {
  return [...ids].map((id) => shown.find((channel) => channel.id === id) ?? { id, name: '' })
}
