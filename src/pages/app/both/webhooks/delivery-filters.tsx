import { FilterChoice, FilterMany } from '../filters/filters.js';
import { DELIVERY_WORDS, OUTCOME_WORDS } from '../status-words.js';
import { EVENT_NAMES } from './event-names.js';

/** The filters of every list of deliveries: status, answer and event. */
export function DeliveryStateFilters() {
  return (
    <>
      <FilterMany
        name="status"
        label="Status"
        any="Any status"
        choices={Object.entries(DELIVERY_WORDS).map(([status, [, word]]) => [status, word])}
      />
      <FilterMany
        name="outcome"
        label="Answer"
        any="Any answer"
        choices={Object.entries(OUTCOME_WORDS).map(([outcome, [, word]]) => [outcome, word])}
      />
      <FilterChoice
        name="event"
        label="Event"
        any="Any event"
        choices={EVENT_NAMES.map((event) => [event, event])}
      />
    </>
  );
}
