import { CheckCircleIcon } from '@primer/octicons-react'
import { Label } from '@primer/react'
import { useState } from 'react'
import { isAlertMeasure } from '../../../server/domain/alerts/measures'
import { alertValueText, ruleTitle, spanText } from '../../../server/domain/alerts/texts'
import type { AlertFiringJson } from '../../../server/domain/endpoints/alert'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { Pager } from '../../components/list/Pager'
import { Blank } from '../../components/page/Blank'
import { WholeList } from '../../components/page/WholeList'
import { PlainTable } from '../../components/table/PlainTable'
import { ShortTime } from '../../components/text/ShortTime'
import { useAlertReader } from './use-alert-reader'

const PAGE_SIZE = 20

export function AlertHistory() {
  const { text } = useText()
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(PAGE_SIZE)
  const read = useEndpoint('alert.history', { query: { p: page, page_size: pageSize } })
  const blank = (
    <Blank
      icon={CheckCircleIcon}
      title={text('alert.history_none')}
      message={text('alert.history_none_hint')}
    />
  )
  return (
    <>
      <WholeList read={{ ...read, data: read.data?.items }} blank={blank}>
        {(firings) => <Firings firings={firings} />}
      </WholeList>
      <Pager
        page={page}
        pageSize={pageSize}
        total={read.data?.total ?? 0}
        onPage={setPage}
        onPageSize={setPageSize}
      />
    </>
  )
}

function Firings({ firings }: { readonly firings: readonly AlertFiringJson[] }) {
  const { text } = useText()
  const format = useFormat()
  const heads = [
    text('alert.of'),
    text('alert.from'),
    text('alert.until'),
    text('alert.peak'),
    text('alert.severity'),
    text('alert.notices'),
  ] as const
  return (
    <PlainTable titles={[text('alert.rule'), ...heads]}>
      {firings.map((firing) => (
        <tr key={firing.id}>
          <td>
            <strong>{ruleTitle(firing.rule_name, text)}</strong>
          </td>
          <td data-label={heads[0]} className="breaks">
            {firing.name || text('alert.scope_site')}
          </td>
          <td data-label={heads[1]}>
            <ShortTime seconds={firing.from_at} as="moment" />
          </td>
          <td data-label={heads[2]}>
            <Until firing={firing} />
          </td>
          <td data-label={heads[3]}>
            <Peak firing={firing} />
          </td>
          <td data-label={heads[4]}>{text(`alert.severity_${firing.severity}`)}</td>
          <td data-label={heads[5]}>{format.number(firing.notices)}</td>
        </tr>
      ))}
    </PlainTable>
  )
}

function Until({ firing: { from_at, until_at } }: { readonly firing: AlertFiringJson }) {
  const { text } = useText()
  if (until_at === 0) return <Label variant="danger">{text('alert.still')}</Label>
  return (
    <>
      <ShortTime seconds={until_at} as="moment" />{' '}
      <small className="muted">{spanText(until_at - from_at, { text })}</small>
    </>
  )
}

function Peak({ firing: { measure, peak } }: { readonly firing: AlertFiringJson }) {
  const reader = useAlertReader()
  return isAlertMeasure(measure) ? alertValueText(measure, peak, reader) : String(peak)
}
