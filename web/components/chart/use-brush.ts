import { type PointerEvent, useState } from 'react'

export interface Brush {
  /** The bucket under the pointer. */
  readonly at: number | undefined
  /** First and last bucket of what is being chosen. */
  readonly chosen: readonly [number, number] | undefined
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<Element>) => void
    readonly onPointerMove: (event: PointerEvent<Element>) => void
    readonly onPointerUp: (event: PointerEvent<Element>) => void
    readonly onPointerLeave: () => void
    readonly onPointerCancel: () => void
  }
}

export interface BrushEnds {
  readonly onPick?: ((index: number) => void) | undefined
  /** Both ends included. */
  readonly onZoom?: ((first: number, last: number) => void) | undefined
}

/** A press picks one bucket, a pull over several chooses a stretch of time. */
export function useBrush(
  indexAt: (clientX: number, within: Element) => number,
  { onPick, onZoom }: BrushEnds,
): Brush {
  const [at, hover] = useState<number | undefined>(undefined)
  const [from, start] = useState<number | undefined>(undefined)
  const isPulled = from !== undefined && at !== undefined && from !== at && onZoom !== undefined
  return {
    at,
    chosen: isPulled ? [Math.min(from, at), Math.max(from, at)] : undefined,
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0) return
        start(indexAt(event.clientX, event.currentTarget))
        // A finger scrolls the page, unless it stays where it is.
        if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event) => hover(indexAt(event.clientX, event.currentTarget)),
      onPointerUp(event) {
        const end = indexAt(event.clientX, event.currentTarget)
        start(undefined)
        if (from === undefined) return
        if (from === end) onPick?.(end)
        else onZoom?.(Math.min(from, end), Math.max(from, end))
      },
      onPointerLeave: () => hover(undefined),
      onPointerCancel() {
        start(undefined)
        hover(undefined)
      },
    },
  }
}
