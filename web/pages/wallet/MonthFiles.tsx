/** The statement of a month by model, as files. */
import { DownloadIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { callFile } from '../../api/call-file'
import { call } from '../../api/client'
import { useText } from '../../app/language'
import { useAction } from '../../components/page/use-action'
import { downloadBlob, downloadFile } from '../../components/table/download'

interface MonthFilesProps {
  /** Of somebody else, for admins. */
  readonly user?: { readonly id: number; readonly username: string }
  /** `2026-11`. */
  readonly month: string
}

export function MonthFiles({ user, month }: MonthFilesProps) {
  const { text, language } = useText()
  const { isBusy, run } = useAction()
  const name = ['statement', user?.username, month].filter(Boolean).join('-')
  const pdf = async (): Promise<void> => {
    const query = { month, language }
    const blob = await (user === undefined
      ? callFile('invoice.month_pdf', { query })
      : callFile('invoice.month_pdf_of', { params: { id: user.id }, query }))
    downloadBlob(`${name}.pdf`, blob)
  }
  const csv = async (): Promise<void> => {
    const query = { month }
    const { data } = await (user === undefined
      ? call('invoice.month', { query })
      : call('invoice.month_of', { params: { id: user.id }, query }))
    const { monthCsv } = await import('../../../server/domain/invoices/month-csv')
    downloadFile(`${name}-models.csv`, `\ufeff${monthCsv(data)}`, 'text/csv')
  }
  return (
    <>
      <Button leadingVisual={DownloadIcon} loading={isBusy} onClick={() => void run(pdf)}>
        {text('invoice.month_pdf')}
      </Button>
      <Button leadingVisual={DownloadIcon} loading={isBusy} onClick={() => void run(csv)}>
        {text('invoice.month_csv')}
      </Button>
    </>
  )
}
