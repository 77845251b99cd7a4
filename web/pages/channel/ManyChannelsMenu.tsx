import {
  BeakerIcon,
  KebabHorizontalIcon,
  SyncIcon,
  TasklistIcon,
  ToolsIcon,
  TrashIcon,
} from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useToast } from '../../app/Toasts'
import { lateDialog } from '../../components/late/Late'
import { useConfirmation } from '../../components/overlay/Confirm'
import { Menu } from '../../components/overlay/Menu'
import { useAction } from '../../components/page/use-action'

const TestAllDialog = lateDialog(
  async () => (await import('./dialogs/TestAllDialog')).TestAllDialog,
)

/** What is done to all channels at once. */
export function ManyChannelsMenu() {
  const { text } = useText()
  const toast = useToast()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const [, navigate] = useLocation()
  const [isTesting, showTest] = useState(false)
  const order = async (send: () => Promise<string>): Promise<void> => {
    await run(async () => {
      const message = await send()
      await refresh('channel')
      toast.success(message)
    })
  }
  const readBalances = async (): Promise<string> => {
    await call('channel.balance_all_post')
    return text('channel.balances_read')
  }
  const repair = async (): Promise<string> => {
    const { data } = await call('channel.repair')
    return text('channel.repaired', { count: data })
  }
  const removeDisabled = async (): Promise<void> => {
    const title = text('channel.remove_disabled')
    const message = text('channel.remove_disabled_text')
    if (!(await confirm({ title, message, agree: text('ui.remove'), danger: true }))) return
    await order(async () => {
      const { data } = await call('channel.remove_disabled')
      return text('channel.removed', { count: data })
    })
  }
  const entries = [
    { key: 'channel.test_all', icon: BeakerIcon, run: async () => showTest(true) },
    { key: 'channel.read_balances', icon: SyncIcon, run: () => order(readBalances) },
    { key: 'channel.repair', icon: ToolsIcon, run: () => order(repair) },
    {
      key: 'upstream_models.title',
      icon: TasklistIcon,
      run: async () => navigate('/channel/upstream-models'),
    },
  ] as const
  return (
    <>
      <Menu
        anchor={
          <Button leadingVisual={KebabHorizontalIcon} loading={isBusy}>
            {text('channel.many')}
          </Button>
        }
        align="end"
        sections={[
          entries.map(({ key, icon, run: begin }) => ({
            label: text(key),
            icon,
            onSelect: () => void begin(),
          })),
          [
            {
              label: text('channel.remove_disabled'),
              icon: TrashIcon,
              isDanger: true,
              onSelect: () => void removeDisabled(),
            },
          ],
        ]}
      />
      {isTesting && <TestAllDialog onClose={() => showTest(false)} />}
    </>
  )
}
