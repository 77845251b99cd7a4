/** The tables below the figures: what they show of each channel, model, error and process. */

import type { Tone } from '../../tones'
import type { Translate } from '../../words'
import type { CellText } from '../cells'
import type { PanelColumn } from '../widgets/panel/Panel'
import type { TopFigures } from './figures'
import { bytesText, rateText, shareText, usdPerHourText, waitText } from './format'

export interface TopPanel {
  readonly id: string
  readonly columns: readonly PanelColumn[]
  readonly rows: readonly (readonly CellText[])[]
  readonly otherwise: string
}

const NUMBER_CELLS = 9

export function panelsOf(figures: TopFigures, translate: Translate): readonly TopPanel[] {
  const name = (title: string): PanelColumn => ({ title: translate(title), width: 'rest' })
  const number = (title: string, from = 0): PanelColumn => ({
    title: translate(title),
    width: NUMBER_CELLS,
    isNumeric: true,
    from,
  })
  const otherwise = translate('nothing yet')
  return [
    {
      id: 'channels',
      columns: [
        name('channel'),
        number('per s'),
        number('failed'),
        number('p95'),
        number('$/h', 60),
      ],
      rows: figures.channels.map((one) => [
        cell(one.name),
        cell(rateText(one.attemptsPerS)),
        cell(shareText(one.failed), failureTone(one.failed)),
        cell(waitText(one.p95)),
        cell(usdPerHourText(one.usdPerHour)),
      ]),
      otherwise,
    },
    {
      id: 'models',
      columns: [
        ...[name('model'), number('per s'), number('first p95')],
        ...[number('tokens/s', 50), number('$/h', 60)],
      ],
      rows: figures.models.map((one) => [
        cell(one.name),
        cell(rateText(one.callsPerS)),
        cell(waitText(one.firstByteP95)),
        cell(rateText(one.tokensPerS)),
        cell(usdPerHourText(one.usdPerHour)),
      ]),
      otherwise,
    },
    {
      id: 'processes',
      columns: [
        ...[name('process'), number('CPU'), number('memory'), number('loop p99')],
        ...[number('running', 60), number('ledger', 60)],
      ],
      rows: figures.processes.map((one) => [
        cell(one.name),
        cell(shareText(one.cpu)),
        cell(bytesText(one.memoryBytes)),
        cell(waitText(one.loopP99)),
        cell(String(one.running)),
        cell(String(one.ledgerQueue)),
      ]),
      otherwise,
    },
    {
      id: 'errors',
      columns: [name('error'), number('per s')],
      rows: figures.errors.map(({ reason, perS }) => [
        cell(reason, 'warning'),
        cell(rateText(perS)),
      ]),
      otherwise: translate('no errors'),
    },
  ]
}

function cell(text: string, tone: Tone = 'none'): CellText {
  return { text, tone }
}

const MANY_FAIL = 0.2

function failureTone(share: number): Tone {
  if (share === 0) return 'none'
  return share > MANY_FAIL ? 'bad' : 'warning'
}
