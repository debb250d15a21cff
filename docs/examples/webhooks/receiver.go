// WEBHOOK_SECRET=whsec_… PORT=4000 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	tolerance    = 300 * time.Second
	bodyBytesMax = 1 << 20
)

type event struct {
	Event     string    `json:"event"`
	Timestamp time.Time `json:"timestamp"`
	Data      struct {
		MerchantReference string `json:"merchantReference"`
		AmountPaidCrypto  string `json:"amountPaidCrypto"`
	} `json:"data"`
}

// In a shop this is a table with a unique column, written in the transaction of the work, or of its job.
var (
	done       = map[string]bool{}
	oneAtATime sync.Mutex
)

// verify returns the event. body has the bytes as they came. An error says why the request is not genuine.
func verify(body []byte, header http.Header, key []byte) (event, error) {
	timestamp := header.Get("webhook-timestamp")
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header.Get("webhook-id") + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	genuine := false
	// While a secret is being rotated there are two signatures. One match is enough.
	for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
		genuine = hmac.Equal([]byte(given), []byte(expected)) || genuine
	}
	if !genuine {
		return event{}, errors.New("the signature does not fit")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return event{}, errors.New("it is too old, or from the future")
	}
	var received event
	return received, json.Unmarshal(body, &received)
}

func handle(id string, received event) {
	log.Printf("received %s %s", received.Event, id)
	if received.Event == "invoice.completed" {
		log.Printf("order %s is paid: %s", received.Data.MerchantReference, received.Data.AmountPaidCrypto)
	}
}

// once does the work, unless it was done. It marks the event after the work: if the work fails, the next attempt does it.
func once(id string, work func()) {
	oneAtATime.Lock()
	defer oneAtATime.Unlock()
	if !done[id] {
		work()
		done[id] = true
	}
}

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
	if err != nil || len(key) == 0 {
		log.Fatal("WEBHOOK_SECRET is not whsec_ and base64")
	}
	http.HandleFunc("/webhooks", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, bodyBytesMax))
		if err != nil {
			response.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		received, err := verify(body, request.Header, key)
		if err != nil {
			log.Printf("refused: %v", err)
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		id := request.Header.Get("webhook-id")
		once(id, func() { handle(id, received) })
		response.WriteHeader(http.StatusNoContent)
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "4000"
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
