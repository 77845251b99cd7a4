import { BellSlashIcon, SyncIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import type { NoticeJson } from '../../../server/domain/endpoints/notice'
import { canDismissNotice, canRetryNotice } from '../../../server/domain/notice-retry'
import { useText } from '../../app/language'
import { ChosenBar } from '../../components/list/ChosenBar'
import { useNoticeActs } from './use-notice-acts'

interface ChosenNoticesProps {
  readonly rows: readonly NoticeJson[]
  readonly onDone: () => void
}

/** What is done to the notices that are ticked; delivered ones stay as they are. */
export function ChosenNotices({ rows, onDone }: ChosenNoticesProps) {
  const { text } = useText()
  const { isBusy, retry, dismiss } = useNoticeActs()
  if (rows.length === 0) return null
  const idsOf = (isFor: (notice: NoticeJson) => boolean) => rows.filter(isFor).map(({ id }) => id)
  const acts = [
    { label: text('notices.retry'), icon: SyncIcon, ids: idsOf(canRetryNotice), act: retry },
    {
      label: text('notices.dismiss'),
      icon: BellSlashIcon,
      ids: idsOf(canDismissNotice),
      act: dismiss,
    },
  ]
  return (
    <ChosenBar count={rows.length} onDone={onDone}>
      {acts.map(({ label, icon, ids, act }) => (
        <Button
          key={label}
          size="small"
          leadingVisual={icon}
          loading={isBusy}
          disabled={ids.length === 0}
          // Ticks of what was done say nothing any more, whatever became of it.
          onClick={() => void act(ids).then(onDone)}
        >
          {label}
        </Button>
      ))}
    </ChosenBar>
  )
}
