import { useState } from 'react'
import type { PromoCodeJson } from '../../../server/domain/endpoints/promo-code'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { Pager } from '../../components/list/Pager'
import { PAGE_SIZES } from '../../components/list/use-list-query'
import { Drawer } from '../../components/overlay/Drawer'
import { WholeList } from '../../components/page/WholeList'
import { subjectPath } from '../../components/stats/subject-path'
import { PlainTable } from '../../components/table/PlainTable'
import { ShortTime } from '../../components/text/ShortTime'
import { TextLink } from '../../components/text/TextLink'

interface UsesDialogProps {
  readonly promoCode: PromoCodeJson
  readonly onClose: () => void
}

/** What was bought with a code, and what waits for its payment. */
export function UsesDialog({ promoCode: { id, code }, onClose }: UsesDialogProps) {
  const { text } = useText()
  const { cost } = useFormat()
  const [page, turnTo] = useState(1)
  const [pageSize, resize] = useState<number>(PAGE_SIZES[0])
  const read = useEndpoint('promo_code.uses', {
    params: { id },
    query: { p: page, page_size: pageSize },
  })
  const { data, error, reload } = read
  const heads = [
    text('promo.use_for'),
    text('promo.off'),
    text('promo.state'),
    text('field.order.create_time'),
  ] as const
  return (
    <Drawer
      title={text('promo.uses_title', { code })}
      onClose={onClose}
      buttons={[{ content: text('ui.close'), onClick: onClose }]}
    >
      <WholeList
        read={{ data: data?.items, error, reload }}
        blank={<p className="muted">{text('promo.no_uses')}</p>}
      >
        {(uses) => (
          <PlainTable titles={[text('roles.user'), ...heads]}>
            {uses.map(
              ({ id: use, user_id, username, reference, state, credits_off, created_at }) => (
                <tr key={use}>
                  <td>
                    <TextLink to={subjectPath('user', user_id)}>
                      {username || `#${user_id}`}
                    </TextLink>
                  </td>
                  <td data-label={heads[0]} className="breaks mono">
                    <Reference reference={reference} />
                  </td>
                  <td data-label={heads[1]} className="number">
                    {cost(credits_off)}
                  </td>
                  <td data-label={heads[2]}>{text(`promo.use_state_${state}`)}</td>
                  <td data-label={heads[3]}>
                    <ShortTime seconds={created_at / 1000} as="moment" />
                  </td>
                </tr>
              ),
            )}
          </PlainTable>
        )}
      </WholeList>
      <Pager
        page={page}
        pageSize={pageSize}
        total={data?.total ?? 0}
        onPage={turnTo}
        onPageSize={resize}
      />
    </Drawer>
  )
}

/** An order has a page of its own. */
function Reference({ reference }: { readonly reference: string }) {
  if (reference.startsWith('subscription:')) return reference
  return <TextLink to={subjectPath('order', reference)}>{reference}</TextLink>
}
