import { CheckIcon, CopyIcon, DownloadIcon, NoEntryIcon, TrashIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { REDEMPTION_STATUS, redemptionStatus, statusName } from '../../../server/domain/status'
import { useText } from '../../app/language'
import { localTimeText } from '../../components/form/TimeField'
import { ChosenBar } from '../../components/list/ChosenBar'
import { downloadCsv } from '../../components/table/csv'
import { useCopy } from '../../components/text/use-copy'
import type { Redemption } from './redemption'
import { useCodeActs } from './use-code-acts'

interface ChosenCodesProps {
  readonly rows: readonly Redemption[]
  readonly onDone: () => void
}

/** What is done to the codes that are ticked; used ones are final and stay as they are. */
export function ChosenCodes({ rows, onDone }: ChosenCodesProps) {
  const { text } = useText()
  const copy = useCopy()
  const { isBusy, enable, disable, remove } = useCodeActs()
  const inState = (wanted: number) => rows.filter(({ status }) => status === wanted)
  const unused = inState(REDEMPTION_STATUS.unused)
  const disabled = inState(REDEMPTION_STATUS.disabled)
  const then = async (done: Promise<boolean>): Promise<void> => {
    if (await done) onDone()
  }
  return (
    <ChosenBar count={rows.length} onDone={onDone}>
      <Button
        size="small"
        leadingVisual={CopyIcon}
        onClick={() => void copy(rows.map(({ name, key }) => `${name}    ${key}`).join('\n'))}
      >
        {text('redemption.copy_chosen')}
      </Button>
      <Button size="small" leadingVisual={DownloadIcon} onClick={() => save(rows)}>
        {text('ui.csv')}
      </Button>
      <Button
        size="small"
        leadingVisual={CheckIcon}
        loading={isBusy}
        disabled={disabled.length === 0}
        onClick={() => void then(enable(disabled))}
      >
        {text('ui.enable')}
      </Button>
      <Button
        size="small"
        leadingVisual={NoEntryIcon}
        loading={isBusy}
        disabled={unused.length === 0}
        onClick={() => void then(disable(unused))}
      >
        {text('ui.disable')}
      </Button>
      <Button
        size="small"
        variant="danger"
        leadingVisual={TrashIcon}
        loading={isBusy}
        disabled={unused.length + disabled.length === 0}
        onClick={() => void then(remove([...unused, ...disabled]))}
      >
        {text('ui.remove')}
      </Button>
    </ChosenBar>
  )
}

const COLUMNS = [
  'id',
  'name',
  'code',
  'status',
  'credits',
  'plan',
  'created',
  'redeemed',
  'redeemed_by',
]

function save(codes: readonly Redemption[]): void {
  const rows = codes.map(({ id, name, key, status, quota, ...rest }) => ({
    id,
    name,
    code: key,
    status: statusName(redemptionStatus, status) ?? status,
    credits: quota,
    plan: rest.plan_name,
    created: localTimeText(rest.created_time),
    redeemed: rest.redeemed_time > 0 ? localTimeText(rest.redeemed_time) : '',
    redeemed_by: rest.used_username,
  }))
  downloadCsv('redemption-codes.csv', COLUMNS, rows)
}
