import { CopyIcon, DownloadIcon, LockIcon } from '@primer/octicons-react'
import { Button, Label, LinkButton } from '@primer/react'
import { Link, useParams } from 'wouter'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { failureText } from '../../../server/domain/api-calls/failure'
import { amountText } from '../../../server/domain/invoices/amount-text'
import { printedInvoice } from '../../../server/domain/invoices/print-invoice'
import { callFile } from '../../api/call-file'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { viewerId } from '../../app/session'
import { Blank } from '../../components/page/Blank'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { useAction } from '../../components/page/use-action'
import { downloadBlob } from '../../components/table/download'
import { useInvoiceFiles } from './use-invoice-files'
import './invoice.css'

type Invoice = DataOf<'invoice.show'>

interface Signature {
  readonly until: number
  readonly sign: string
}

/** One document: for its owner, and by a signed address for whoever checks it. */
export default function OneInvoicePage() {
  const { text } = useText()
  const { id: named = '' } = useParams<{ id: string }>()
  const search = new URLSearchParams(location.search)
  const signature = { until: Number(search.get('until')), sign: search.get('sign') ?? '' }
  const isSigned = signature.sign !== ''
  const params = { id: Number(named) }
  const signed = useEndpoint('invoice.signed', { params, query: signature }, { skip: !isSigned })
  const isStranger = !isSigned && viewerId() < 0
  const own = useEndpoint('invoice.show', { params }, { skip: isSigned || isStranger })
  const { data, error, reload } = isSigned ? signed : own
  if (isStranger) return <Stranger />
  if (error !== undefined) {
    return (
      <article className="invoice">
        <h1>{text('nav.invoice')}</h1>
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
      </article>
    )
  }
  if (data === undefined) return <PageSkeleton />
  return (
    <article className="invoice">
      <Paper invoice={data} />
      {isSigned ? <SignedFile invoice={data} signature={signature} /> : <Files invoice={data} />}
    </article>
  )
}

function Stranger() {
  const { text } = useText()
  const next = new URLSearchParams({ next: location.pathname })
  return (
    <article className="invoice">
      <h1>{text('nav.invoice')}</h1>
      <Blank icon={LockIcon} title={text('invoice.log_in')}>
        <LinkButton as={Link} href={`/login?${next}`}>
          {text('nav.login')}
        </LinkButton>
      </Blank>
    </article>
  )
}

interface PaperProps {
  readonly invoice: Invoice
}

/** What its PDF says. */
function Paper({ invoice }: PaperProps) {
  const { text } = useText()
  const format = useFormat()
  const printed = printedInvoice(invoice, { text, format, credits: format.quota }, '')
  return (
    <>
      <header>
        <h1>
          {printed.title} {invoice.number}
        </h1>
        <p className="invoice-sum number">{amountText(invoice.total_cents, invoice.currency)}</p>
        <Label variant="success">{text('invoice.genuine')}</Label>
      </header>
      <dl className="invoice-facts">
        {printed.facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="invoice-parties">
        {printed.parties.map(({ title, lines }) => (
          <section key={title}>
            <h2>{title}</h2>
            <p>{lines.join('\n')}</p>
          </section>
        ))}
      </div>
      <div className="invoice-table">
        <table>
          <thead>
            <tr>
              {printed.columns.map(({ title }) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {printed.rows.map((cells) => (
              <tr key={cells.join()}>
                {printed.columns.map(({ title }, index) => (
                  <td key={title}>{cells[index]}</td>
                ))}
              </tr>
            ))}
            {printed.sums.map(({ label, value }) => (
              <tr key={label} className="invoice-total">
                <th scope="row" colSpan={printed.columns.length - 1}>
                  {label}
                </th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {printed.notes.length > 0 && <p className="muted">{printed.notes.join('\n')}</p>}
    </>
  )
}

function Files({ invoice }: PaperProps) {
  const { text } = useText()
  const { isBusy, download, copyLink } = useInvoiceFiles()
  return (
    <div className="invoice-files">
      <Button
        variant="primary"
        leadingVisual={DownloadIcon}
        loading={isBusy}
        onClick={() => void download(invoice)}
      >
        {text('invoice.pdf')}
      </Button>
      <Button leadingVisual={CopyIcon} loading={isBusy} onClick={() => void copyLink(invoice)}>
        {text('invoice.link')}
      </Button>
    </div>
  )
}

function SignedFile({ invoice, signature }: PaperProps & { readonly signature: Signature }) {
  const { text, language } = useText()
  const { isBusy, run } = useAction()
  const { id, number } = invoice
  const download = async (): Promise<void> => {
    const query = { ...signature, language }
    downloadBlob(`${number}.pdf`, await callFile('invoice.signed_pdf', { params: { id }, query }))
  }
  return (
    <div className="invoice-files">
      <Button leadingVisual={DownloadIcon} loading={isBusy} onClick={() => void run(download)}>
        {text('invoice.pdf')}
      </Button>
    </div>
  )
}
