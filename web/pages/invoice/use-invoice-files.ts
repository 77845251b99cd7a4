import { callFile } from '../../api/call-file'
import { call } from '../../api/client'
import { useText } from '../../app/language'
import { useAction } from '../../components/page/use-action'
import { downloadBlob } from '../../components/table/download'
import { useCopy } from '../../components/text/use-copy'

interface Numbered {
  readonly id: number
  readonly number: string
}

/** What is done with one document. */
export function useInvoiceFiles() {
  const { text, language } = useText()
  const copy = useCopy()
  const { isBusy, run } = useAction()
  const download = async ({ id, number }: Numbered): Promise<void> => {
    await run(async () => {
      const blob = await callFile('invoice.pdf', { params: { id }, query: { language } })
      downloadBlob(`${number}.pdf`, blob)
    })
  }
  const copyLink = async ({ id }: Numbered): Promise<void> => {
    await run(async () => {
      const { data } = await call('invoice.link', { params: { id } })
      await copy(new URL(data.path, location.origin).href, text('invoice.link_copied'))
    })
  }
  return { isBusy, download, copyLink }
}
