import { SyncIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { useText } from '../../app/language'
import { useAction } from '../page/use-action'

/** Reads a list again; a failure is shown where the list is. */
export function RefreshButton({ onRefresh }: { readonly onRefresh: () => Promise<unknown> }) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  return (
    <IconButton
      icon={SyncIcon}
      aria-label={text('ui.refresh')}
      loading={isBusy}
      onClick={() => void run(onRefresh)}
    />
  )
}
