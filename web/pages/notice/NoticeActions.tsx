import { BellSlashIcon, SyncIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import type { NoticeJson } from '../../../server/domain/endpoints/notice'
import { canDismissNotice, canRetryNotice } from '../../../server/domain/notice-retry'
import { useText } from '../../app/language'
import { useNoticeActs } from './use-notice-acts'

/** Nothing for one that has arrived. */
export function NoticeActions({ notice }: { readonly notice: NoticeJson }) {
  const { text } = useText()
  const { isBusy, retry, dismiss } = useNoticeActs()
  const { id, title } = notice
  return (
    <span className="cell-actions">
      {canRetryNotice(notice) && (
        <IconButton
          icon={SyncIcon}
          size="small"
          variant="invisible"
          loading={isBusy}
          aria-label={`${text('notices.retry')}: ${title}`}
          onClick={() => void retry([id])}
        />
      )}
      {canDismissNotice(notice) && (
        <IconButton
          icon={BellSlashIcon}
          size="small"
          variant="invisible"
          loading={isBusy}
          aria-label={`${text('notices.dismiss')}: ${title}`}
          onClick={() => void dismiss([id])}
        />
      )}
    </span>
  )
}
