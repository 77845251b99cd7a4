import { CopyIcon, DownloadIcon } from '@primer/octicons-react'
import { useText } from '../../app/language'
import { RowMenu } from '../../components/table/RowMenu'
import { useInvoiceFiles } from './use-invoice-files'

interface InvoiceActionsProps {
  readonly invoice: { readonly id: number; readonly number: string }
}

export function InvoiceActions({ invoice }: InvoiceActionsProps) {
  const { text } = useText()
  const { download, copyLink } = useInvoiceFiles()
  return (
    <RowMenu
      name={invoice.number}
      actions={[
        {
          label: text('invoice.pdf'),
          icon: DownloadIcon,
          onSelect: () => void download(invoice),
        },
        { label: text('invoice.link'), icon: CopyIcon, onSelect: () => void copyLink(invoice) },
      ]}
    />
  )
}
