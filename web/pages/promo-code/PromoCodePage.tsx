/** Codes that make orders cheaper: made, limited and looked after here. */
import { PlusIcon, TagIcon } from '@primer/octicons-react'
import { Button, Label } from '@primer/react'
import { useState } from 'react'
import type { PromoCodeJson } from '../../../server/domain/endpoints/promo-code'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { nowSeconds } from '../../app/now'
import { lateDialog } from '../../components/late/Late'
import { Pager } from '../../components/list/Pager'
import { SearchBox } from '../../components/list/SearchBox'
import { Toolbar } from '../../components/list/Toolbar'
import { useListQuery } from '../../components/list/use-list-query'
import { Blank } from '../../components/page/Blank'
import { PageHeader } from '../../components/page/PageHeader'
import { WholeList } from '../../components/page/WholeList'
import { PlainTable } from '../../components/table/PlainTable'
import { ShortTime } from '../../components/text/ShortTime'
import { PromoCodeActs } from './PromoCodeActs'

const PromoCodeDrawer = lateDialog(async () => (await import('./PromoCodeDrawer')).PromoCodeDrawer)
const UsesDialog = lateDialog(async () => (await import('./UsesDialog')).UsesDialog)

type Open =
  | { readonly kind: 'edit'; readonly promoCode: PromoCodeJson | undefined }
  | { readonly kind: 'uses'; readonly promoCode: PromoCodeJson }

export default function PromoCodePage() {
  const { text } = useText()
  const { filters, page, pageSize, filter, turnTo, resize } = useListQuery(['keyword'])
  const keyword = filters.keyword || undefined
  const query = { ...(keyword !== undefined && { keyword }), p: page, page_size: pageSize }
  const { data, error, reload } = useEndpoint('promo_code.list', { query })
  const [dialog, open] = useState<Open | undefined>(undefined)
  const close = (): void => open(undefined)
  return (
    <>
      <PageHeader
        title={text('nav.promo_code')}
        description={text('promo.description')}
        manual="promotion"
      >
        <Button
          variant="primary"
          leadingVisual={PlusIcon}
          onClick={() => open({ kind: 'edit', promoCode: undefined })}
        >
          {text('promo.new')}
        </Button>
      </PageHeader>
      <Toolbar>
        <SearchBox
          label={text('promo.search')}
          value={filters.keyword}
          onChange={(typed) => filter({ keyword: typed })}
        />
      </Toolbar>
      <WholeList
        read={{ data: data?.items, error, reload }}
        blank={
          <Blank icon={TagIcon} title={text('promo.none')} message={text('promo.none_hint')} />
        }
      >
        {(codes) => <PromoCodes codes={codes} onOpen={open} />}
      </WholeList>
      <Pager
        page={page}
        pageSize={pageSize}
        total={data?.total ?? 0}
        onPage={turnTo}
        onPageSize={resize}
      />
      {dialog?.kind === 'edit' && <PromoCodeDrawer promoCode={dialog.promoCode} onClose={close} />}
      {dialog?.kind === 'uses' && <UsesDialog promoCode={dialog.promoCode} onClose={close} />}
    </>
  )
}

interface PromoCodesProps {
  readonly codes: readonly PromoCodeJson[]
  readonly onOpen: (dialog: Open) => void
}

function PromoCodes({ codes, onOpen }: PromoCodesProps) {
  const { text } = useText()
  const { cost } = useFormat()
  const heads = [
    text('promo.off'),
    text('promo.applies_to'),
    text('promo.uses'),
    text('promo.given'),
    text('promo.ends_at'),
    text('promo.state'),
  ] as const
  return (
    <PlainTable titles={[text('promo.code'), ...heads]} hasActions>
      {codes.map((promoCode) => {
        const { id, code, note, applies_to, credits_off, ends_at } = promoCode
        return (
          <tr key={id}>
            <td className="breaks">
              <strong className="mono">{code}</strong>
              {note !== '' && <div className="muted">{note}</div>}
            </td>
            <td data-label={heads[0]}>
              <Discount promoCode={promoCode} />
            </td>
            <td data-label={heads[1]}>{text(`promo.scope_${applies_to}`)}</td>
            <td data-label={heads[2]} className="number">
              <Uses promoCode={promoCode} />
            </td>
            <td data-label={heads[3]} className="number">
              {cost(credits_off)}
            </td>
            <td data-label={heads[4]}>
              {ends_at === 0 ? '–' : <ShortTime seconds={ends_at / 1000} as="moment" />}
            </td>
            <td data-label={heads[5]}>
              <State promoCode={promoCode} />
            </td>
            <td className="table-actions">
              <PromoCodeActs
                promoCode={promoCode}
                onEdit={() => onOpen({ kind: 'edit', promoCode })}
                onShow={() => onOpen({ kind: 'uses', promoCode })}
              />
            </td>
          </tr>
        )
      })}
    </PlainTable>
  )
}

interface OneProps {
  readonly promoCode: PromoCodeJson
}

function Discount({ promoCode: { percent_off, amount_off, most_off } }: OneProps) {
  const { text } = useText()
  const { cost, number } = useFormat()
  if (percent_off === 0) return <span className="number">{cost(amount_off)}</span>
  return (
    <span className="number">
      {number(percent_off / 100)}%
      {most_off > 0 && (
        <span className="muted"> {text('promo.most_off_of', { amount: cost(most_off) })}</span>
      )}
    </span>
  )
}

function Uses({ promoCode: { used, held, most_uses } }: OneProps) {
  const { text } = useText()
  const { number } = useFormat()
  const facts = { used: number(used), most: number(most_uses) }
  return (
    <>
      {most_uses === 0 ? number(used) : text('promo.uses_of', facts)}
      {held > 0 && <div className="muted">{text('promo.held', { count: number(held) })}</div>}
    </>
  )
}

function State({ promoCode: { enabled, starts_at, ends_at } }: OneProps) {
  const { text } = useText()
  const nowMs = nowSeconds() * 1000
  if (!enabled) return <Label variant="secondary">{text('promo.state_off')}</Label>
  if (ends_at > 0 && ends_at <= nowMs) {
    return <Label variant="secondary">{text('promo.state_over')}</Label>
  }
  return starts_at > nowMs ? (
    <Label variant="attention">{text('promo.state_not_begun')}</Label>
  ) : (
    <Label variant="success">{text('promo.state_on')}</Label>
  )
}
