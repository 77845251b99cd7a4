import {
  BeakerIcon,
  KebabHorizontalIcon,
  SyncIcon,
  ToolsIcon,
  TrashIcon,
} from '@primer/octicons-react'
import { ActionList, ActionMenu, Button } from '@primer/react'
import { useState } from 'react'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useAction } from '../../components/use-action'
import { useText } from '../../language'
import { useConfirmation } from '../../shell/Confirm'
import { useToast } from '../../shell/Toasts'
import { TestAllDialog } from './TestAllDialog'

/** What is done to all channels at once. */
export function ManyChannelsMenu() {
  const { text } = useText()
  const toast = useToast()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const [isTesting, showTest] = useState(false)
  const order = async (send: () => Promise<string>): Promise<void> => {
    await run(async () => {
      const told = await send()
      await refresh('channel')
      toast.success(told)
    })
  }
  const readBalances = async (): Promise<string> => {
    await call('channel.balance_all_post')
    return text('channel.balances_read')
  }
  const mend = async (): Promise<string> => {
    const { data } = await call('channel.mend')
    return text('channel.mended', { count: data })
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
    { key: 'channel.mend', icon: ToolsIcon, run: () => order(mend) },
  ] as const
  return (
    <>
      <ActionMenu>
        <ActionMenu.Anchor>
          <Button leadingVisual={KebabHorizontalIcon} loading={isBusy}>
            {text('channel.many')}
          </Button>
        </ActionMenu.Anchor>
        <ActionMenu.Overlay width="auto" align="end">
          <ActionList>
            {entries.map(({ key, icon: IconOf, run: begin }) => (
              <ActionList.Item key={key} onSelect={() => void begin()}>
                <ActionList.LeadingVisual>
                  <IconOf />
                </ActionList.LeadingVisual>
                {text(key)}
              </ActionList.Item>
            ))}
            <ActionList.Divider />
            <ActionList.Item variant="danger" onSelect={() => void removeDisabled()}>
              <ActionList.LeadingVisual>
                <TrashIcon />
              </ActionList.LeadingVisual>
              {text('channel.remove_disabled')}
            </ActionList.Item>
          </ActionList>
        </ActionMenu.Overlay>
      </ActionMenu>
      {isTesting && <TestAllDialog onClose={() => showTest(false)} />}
    </>
  )
}
