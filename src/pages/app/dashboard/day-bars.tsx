import type { Schemas } from '../../../client/client.js';

type Day = Schemas['DayVolume'];

const HEIGHT = 96;
const WIDTH = 12;

/** A bar for each day, by the number of its completed invoices. The table beneath says the same in figures. */
export function DayBars({ days }: { readonly days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ invoices }) => invoices));
  const shown = [...days].sort((one, other) => one.day.localeCompare(other.day));
  return (
    <figure className="bars">
      <svg
        viewBox={`0 0 ${shown.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`At most ${most} on one day`}
      >
        {shown.map(({ day, invoices }, at) => {
          const height = invoices === 0 ? 1 : Math.max(3, (invoices / most) * (HEIGHT - 4));
          return (
            <rect
              key={day}
              className={invoices === 0 ? 'none' : 'some'}
              x={at * WIDTH + 2}
              y={HEIGHT - height}
              width={WIDTH - 4}
              height={height}
              rx="1"
            >
              <title>{`${day}: ${invoices}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption>
        <span>{shown[0]?.day}</span>
        <span>{shown.at(-1)?.day}</span>
      </figcaption>
    </figure>
  );
}
