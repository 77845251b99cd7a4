import { Button } from '@primer/react'
import { useState } from 'react'
import { useText } from '../../app/language'
import { Late } from '../../components/late/Late'
import { lazyPart } from '../../components/late/lazy-part'
import { Panel } from '../../components/stats/Stats'
import type { FinanceSpan } from './FinanceSums'

// Reading prices needs the rules that settings have.
const WhatIfForm = lazyPart(async () => ({ default: (await import('./WhatIfForm')).WhatIfForm }))

/** What the calls of the time would have been charged at other prices; nothing is saved. */
export function WhatIf({ span }: { readonly span: FinanceSpan }) {
  const { text } = useText()
  const [isOpen, open] = useState(false)
  return (
    <Panel
      title={text('finance.what_if')}
      aside={
        !isOpen && (
          <Button size="small" onClick={() => open(true)}>
            {text('finance.what_if_choose')}
          </Button>
        )
      }
    >
      {isOpen ? (
        <Late onClose={() => open(false)}>
          <WhatIfForm span={span} />
        </Late>
      ) : (
        <p className="panel-nothing">{text('finance.what_if_text')}</p>
      )}
    </Panel>
  )
}
