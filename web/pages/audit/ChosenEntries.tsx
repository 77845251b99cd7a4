import { DownloadIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import type { AuditJson } from '../../../server/domain/endpoints/audit'
import { useText } from '../../app/language'
import { ChosenBar } from '../../components/list/ChosenBar'
import { downloadCsv } from '../../components/table/csv'

/** Of files: with the values before and after, which the list unfolds. */
export const AUDIT_COLUMNS = [
  'id',
  'created_at',
  'actor',
  'actor_id',
  'ip',
  'action',
  'target',
  'before',
  'after',
  'request_id',
] as const satisfies readonly (keyof AuditJson)[]

interface ChosenEntriesProps {
  readonly rows: readonly AuditJson[]
  readonly onDone: () => void
}

/** Entries are never changed, so those that are ticked can only be taken along. */
export function ChosenEntries({ rows, onDone }: ChosenEntriesProps) {
  const { text } = useText()
  if (rows.length === 0) return null
  return (
    <ChosenBar count={rows.length} onDone={onDone}>
      <Button
        size="small"
        leadingVisual={DownloadIcon}
        onClick={() => downloadCsv('audit.csv', AUDIT_COLUMNS, rows)}
      >
        {text('audit.export_chosen')}
      </Button>
    </ChosenBar>
  )
}
