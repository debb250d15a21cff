import { choicesOf, FilterChoice, FilterMany, FilterStatus } from '../filters/filters.js';
import { oneOf, someOf } from '../filters/known-values.js';
import { DELIVERY_WORDS, OUTCOME_WORDS } from '../status-words.js';
import { EVENT_NAMES } from './event-names.js';

const EVENT_CHOICES = EVENT_NAMES.map((event): [string, string] => [event, event]);

/** The values that the filters of every list of deliveries take. */
export const KNOWN_STATES = {
  status: someOf(choicesOf(DELIVERY_WORDS)),
  outcome: someOf(choicesOf(OUTCOME_WORDS)),
  event: oneOf(EVENT_CHOICES),
};

/** The filters of every list of deliveries: status, answer and event. */
export function DeliveryStateFilters() {
  return (
    <>
      <FilterStatus words={DELIVERY_WORDS} />
      <FilterMany name="outcome" label="Answer" any="Any answer" choices={choicesOf(OUTCOME_WORDS)} />
      <FilterChoice name="event" label="Event" any="Any event" choices={EVENT_CHOICES} />
    </>
  );
}
